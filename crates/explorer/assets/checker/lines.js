// Lines of a certificate, and the three ways in which reading one can end: section 1 of docs/certificate.md.

/** The file is no certificate: nothing is said about its claim. */
export class Unreadable extends Error {}

/** It relies on something that is not to be had here: `about` says on what. */
export class NotChecked extends Error {
  constructor(message, about = "database") {
    super(message);
    this.about = about;
  }
}

/** The certificate proves nothing: what is wrong, and in which line. */
export class Refuted extends Error {
  constructor(line, kind) {
    super(`REFUTED line ${line}: ${kind}`);
    this.line = line;
    this.kind = kind;
  }
}

export const FIRST_WORDS = "threefold certificate ";
export const HEADER_LIMIT = 1 << 20;
export const BODY_LIMIT = 1 << 16;

// The property White_Space of Unicode. `trim` of JavaScript takes U+FEFF for one, and U+0085 for none.
const SPACE = "\\t\\n\\v\\f\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACE_AROUND = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "g");
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

/** The text without white space at its ends. */
export function trimmed(text) {
  return text.replace(SPACE_AROUND, "");
}

/** Whether the category Cc of Unicode occurs in it. */
export function hasControl(text) {
  return CONTROL.test(text);
}

/** The lines of a file, read no further than they are asked for. */
export class Lines {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.begin = 0;
    /** How many lines have been taken. */
    this.number = 0;
    this.ahead = null;
    this.afterAhead = 0;
    // A byte order mark is a part of the line, and wrong there.
    this.decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  }

  /** The next line without its end, or null. Its number is `number + 1`. */
  peek(limit) {
    if (this.ahead !== null) return this.ahead;
    const { bytes, begin } = this;
    if (begin >= bytes.length) return null;
    let end = bytes.indexOf(10, begin);
    let after = end + 1;
    if (end < 0) {
      end = after = bytes.length;
    } else if (end > begin && bytes[end - 1] === 13) {
      end -= 1;
    }
    if (end - begin > limit) {
      throw new Unreadable(`line ${this.number + 1}: longer than ${limit} bytes`);
    }
    this.ahead = this.decode(begin, end);
    this.afterAhead = after;
    return this.ahead;
  }

  /** Takes the line that `peek` shows. */
  take() {
    this.ahead = null;
    this.begin = this.afterAhead;
    this.number += 1;
  }

  next(limit) {
    const line = this.peek(limit);
    if (line !== null) this.take();
    return line;
  }

  decode(begin, end) {
    // Almost all lines are a few ASCII letters, for which a decoder is slow.
    if (end - begin <= 16) {
      let text = "";
      let at = begin;
      while (at < end && this.bytes[at] < 128) text += String.fromCharCode(this.bytes[at++]);
      if (at === end) return text;
    }
    try {
      return this.decoder.decode(this.bytes.subarray(begin, end));
    } catch {
      throw new Unreadable(`line ${this.number + 1}: not UTF-8`);
    }
  }
}

/** The moves of a block, one line each. */
export class Body {
  constructor(lines) {
    this.lines = lines;
    this.used = 0;
  }

  /** The next line, or null at the end of the body. `line` is its number. */
  next() {
    this.line = this.lines.number + 1;
    const text = this.lines.peek(BODY_LIMIT);
    if (text === null || text.startsWith(FIRST_WORDS)) return null;
    this.lines.take();
    this.used += 1;
    return text;
  }

  /** The next line, which has to be there and look like a move. */
  move() {
    const text = this.next();
    if (text === null) throw new Refuted(this.line, "missing-line");
    if (text === "" || hasControl(text) || trimmed(text) !== text) {
      throw new Refuted(this.line, "unreadable-move");
    }
    return text;
  }
}
