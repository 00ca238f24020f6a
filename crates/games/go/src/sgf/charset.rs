//! The character set of a file: `CA`, else UTF-8, else GBK where it looks like it, else Latin-1 as
//! the standard has it.

use encoding_rs::{Encoding, GBK, UTF_8, WINDOWS_1252};

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
        None if is_in_pairs(bytes) => (GBK, None),
        // ISO 8859-1 is what files without CA are in; as on the web, it means its superset.
        None => (WINDOWS_1252, None),
        Some((offset, label)) => match named(label) {
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

/// The character set of a label, also one with other signs between its words than the standard's
/// (`ISO8859_1`), or the number of a code page.
fn named(label: &[u8]) -> Option<&'static Encoding> {
    let label = String::from_utf8_lossy(label).to_ascii_lowercase();
    let joined: String = label.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).collect();
    let page = match joined.as_str() {
        "cp936" => "gbk",
        "cp932" => "shift_jis",
        "cp949" => "euc-kr",
        "cp950" => "big5",
        _ => &joined,
    };
    let dashed = label.replace('_', "-");
    [&label, &dashed, page].into_iter().find_map(|label| Encoding::for_label(label.as_bytes()))
}

/// Whether all bytes beyond ASCII are pairs of GB 2312, two at least: accents stand alone.
fn is_in_pairs(bytes: &[u8]) -> bool {
    let runs = || bytes.split(u8::is_ascii).filter(|run| !run.is_empty());
    let is_pair = |pair: &[u8]| matches!(pair, [0xa1..=0xa9 | 0xb0..=0xf7, 0xa1..=0xfe]);
    runs().all(|run| run.chunks(2).all(is_pair)) && runs().map(<[u8]>::len).sum::<usize>() > 2
}

/// The value of the first `CA` property and where it begins.
fn declared(head: &[u8]) -> Option<(usize, &[u8])> {
    let starts = |i: usize| i == 0 || !head[i - 1].is_ascii_alphabetic();
    let place = (0..head.len()).find(|&i| head[i..].starts_with(b"CA[") && starts(i))? + 3;
    let length = head[place..].iter().position(|&byte| byte == b']')?;
    let label = head[place..place + length].trim_ascii();
    (!label.is_empty()).then_some((place, label))
}
