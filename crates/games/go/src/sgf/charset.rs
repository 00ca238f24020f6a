//! The character set of a file: `CA`, else UTF-8, else Latin-1 as the standard has it.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::error::{SgfError, SgfErrorKind};

/// How far into a file `CA` is looked for: it belongs to the first node.
const HEAD: usize = 4096;

/// The text of a file. The first game's `CA` holds for all of it.
pub(super) fn decode(bytes: &[u8]) -> Result<String, SgfError> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return Ok(encoding.decode(bytes).0.into_owned());
    }
    let at = |offset: usize, kind| {
        let before = String::from_utf8_lossy(&bytes[..offset]);
        let (line, column) = super::scan::place(&before, before.len());
        SgfError { line, column, kind }
    };
    let (encoding, declared) = match declared(&bytes[..bytes.len().min(HEAD)]) {
        None if std::str::from_utf8(bytes).is_ok() => (UTF_8, None),
        // ISO 8859-1 is what files without CA are in; as on the web, it means its superset.
        None => (WINDOWS_1252, None),
        Some((offset, label)) => match Encoding::for_label(label) {
            Some(encoding) => (encoding, Some(offset)),
            None => {
                let label = String::from_utf8_lossy(label).into_owned();
                return Err(at(offset, SgfErrorKind::Charset(label)));
            }
        },
    };
    let (text, faulty) = encoding.decode_without_bom_handling(bytes);
    match declared {
        // A file that is in UTF-8 whatever it says.
        Some(_) if faulty && std::str::from_utf8(bytes).is_ok() => {
            Ok(String::from_utf8_lossy(bytes).into_owned())
        }
        Some(offset) if faulty => Err(at(offset, SgfErrorKind::Bytes(encoding.name()))),
        _ => Ok(text.into_owned()),
    }
}

/// The value of the first `CA` property and where it begins.
fn declared(head: &[u8]) -> Option<(usize, &[u8])> {
    let starts = |i: usize| i == 0 || !head[i - 1].is_ascii_alphabetic();
    let place = (0..head.len()).find(|&i| head[i..].starts_with(b"CA[") && starts(i))? + 3;
    let length = head[place..].iter().position(|&byte| byte == b']')?;
    let label = head[place..place + length].trim_ascii();
    (!label.is_empty()).then_some((place, label))
}
