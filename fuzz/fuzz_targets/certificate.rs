//! Any bytes as a certificate of chess: no panic, whether read at once or line by line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use threefold::certificate::{Certificate, CertificateReader, check, check_stream, decompressed};
use threefold::chess::Chess;

fuzz_target!(|bytes: &[u8]| {
    // A few bytes can stand for gigabytes; that is a matter of patience, not of panics.
    if bytes.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
        return;
    }
    let whole = Certificate::read(bytes);
    let verdicts = whole.iter().flat_map(|certificate| &certificate.blocks);
    let at_once: Vec<_> = verdicts.map(|block| check(&Chess, block)).collect();

    let Ok(input) = decompressed(bytes) else { return };
    let mut reader = CertificateReader::new(input);
    let mut streamed = Vec::new();
    while let Ok(Some(_)) = reader.next_block() {
        streamed.push(check_stream(&Chess, &mut reader));
    }
    for (at_once, streamed) in at_once.iter().zip(&streamed) {
        let of_stream = streamed.as_ref().map_err(ToString::to_string);
        assert_eq!(at_once.as_ref().map_err(ToString::to_string), of_stream);
    }
});
