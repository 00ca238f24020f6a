//! Base64 (RFC 4648, section 4), one way only: a page reads it with `atob`.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub fn encoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            // One byte makes two letters, two make three; the rest is filled up.
            if at <= chunk.len() {
                text.push(char::from(LETTERS[(bits >> (18 - 6 * at)) as usize & 63]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn the_vectors_of_the_rfc() {
        let vectors = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, wanted) in vectors {
            assert_eq!(encoded(plain.as_bytes()), wanted);
        }
        assert_eq!(encoded(&[0xfb, 0xff, 0xfe]), "+//+");
    }
}
