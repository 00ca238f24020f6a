//! Says of each file what the checker says of it, a line a file: for the comparison with checkers
//! in other languages, `... --example tsume_check -- FILE...`.

use std::fs::File;
use std::io::BufReader;

use threefold_certificate::{CertificateReader, CheckError, Checker, decompressed};
use threefold_shogi::Tsume;

/// What is verified or refuted, in one line; `Err` for what is no certificate of tsume.
fn said(path: &str) -> Result<String, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let input = decompressed(BufReader::new(file)).map_err(|error| error.to_string())?;
    let mut reader = CertificateReader::new(input);
    let mut said = Vec::new();
    while let Some(header) = reader.next_block().map_err(|error| error.to_string())? {
        if header.game != "tsume" || header.database.is_some() {
            return Err("not about tsume".to_owned());
        }
        let game = Tsume::from_parameters(&header.parameters).map_err(|error| error.to_string())?;
        match Checker::new(&game).stream(&mut reader) {
            Ok(verified) => said.push(verified.to_string()),
            Err(CheckError::Refuted(refuted)) => {
                said.push(refuted.to_string());
                break;
            }
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(said.join(", "))
}

fn main() {
    for path in std::env::args().skip(1) {
        match said(&path) {
            Ok(said) => println!("{path}\t{said}"),
            Err(_) => println!("{path}\tunreadable"),
        }
    }
}
