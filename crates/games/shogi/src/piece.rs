//! Colours, kinds of pieces, and what stands on a square.

/// A side. Black (sente) sits at the bottom, moves up and is the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Sente, capital letters in SFEN.
    Black,
    /// Gote, small letters in SFEN.
    White,
}

impl Color {
    /// Both, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The other side.
    #[inline]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

/// A kind of piece. Promotion adds 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Fu.
    Pawn = 0,
    /// Kyo.
    Lance = 1,
    /// Kei.
    Knight = 2,
    /// Gin.
    Silver = 3,
    /// Kin.
    Gold = 4,
    /// Kaku.
    Bishop = 5,
    /// Hisha.
    Rook = 6,
    /// Gyoku.
    King = 7,
    /// To.
    ProPawn = 8,
    /// Nari-kyo.
    ProLance = 9,
    /// Nari-kei.
    ProKnight = 10,
    /// Nari-gin.
    ProSilver = 11,
    /// Uma, a promoted bishop.
    Horse = 13,
    /// Ryu, a promoted rook.
    Dragon = 14,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 14] = [
        Kind::Pawn,
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Gold,
        Kind::Bishop,
        Kind::Rook,
        Kind::King,
        Kind::ProPawn,
        Kind::ProLance,
        Kind::ProKnight,
        Kind::ProSilver,
        Kind::Horse,
        Kind::Dragon,
    ];

    /// What can be in hand, from the pawn to the rook.
    pub const IN_HAND: [Kind; 7] =
        [Kind::Pawn, Kind::Lance, Kind::Knight, Kind::Silver, Kind::Gold, Kind::Bishop, Kind::Rook];

    /// Its number: below 8 unpromoted, the promoted kind 8 more.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The promoted kind, `None` for gold, king and what is promoted.
    #[inline]
    pub const fn promoted(self) -> Option<Kind> {
        match self {
            Kind::Pawn => Some(Kind::ProPawn),
            Kind::Lance => Some(Kind::ProLance),
            Kind::Knight => Some(Kind::ProKnight),
            Kind::Silver => Some(Kind::ProSilver),
            Kind::Bishop => Some(Kind::Horse),
            Kind::Rook => Some(Kind::Dragon),
            _ => None,
        }
    }

    /// The kind that it is in hand after its capture.
    #[inline]
    pub const fn unpromoted(self) -> Kind {
        match self {
            Kind::ProPawn => Kind::Pawn,
            Kind::ProLance => Kind::Lance,
            Kind::ProKnight => Kind::Knight,
            Kind::ProSilver => Kind::Silver,
            Kind::Horse => Kind::Bishop,
            Kind::Dragon => Kind::Rook,
            other => other,
        }
    }

    /// Whether it is a promoted kind.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self.index() >= 8
    }

    /// How many there are in a set of pieces: 18 pawns, 2 kings.
    pub const fn in_a_set(self) -> u32 {
        match self.unpromoted() {
            Kind::Pawn => 18,
            Kind::Bishop | Kind::Rook | Kind::King => 2,
            _ => 4,
        }
    }

    /// The letter of SFEN and USI, a capital: `P` for both pawn and promoted pawn.
    #[inline]
    pub const fn letter(self) -> u8 {
        b"PLNSGBRK"[self.index() & 7]
    }

    /// The unpromoted kind with this capital letter.
    pub(crate) const fn from_letter(letter: u8) -> Option<Kind> {
        match letter {
            b'P' => Some(Kind::Pawn),
            b'L' => Some(Kind::Lance),
            b'N' => Some(Kind::Knight),
            b'S' => Some(Kind::Silver),
            b'G' => Some(Kind::Gold),
            b'B' => Some(Kind::Bishop),
            b'R' => Some(Kind::Rook),
            b'K' => Some(Kind::King),
            _ => None,
        }
    }

    const BY_INDEX: [Kind; 16] = {
        let mut table = [Kind::King; 16];
        let mut i = 0;
        while i < Kind::ALL.len() {
            table[Kind::ALL[i].index()] = Kind::ALL[i];
            i += 1;
        }
        table
    };

    /// The kind with this number.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Kind {
        Kind::BY_INDEX[index & 15]
    }
}

/// What stands on a square: a kind and a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// Below 32: the kind's number, and 16 for White.
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        self.kind as u8 | (self.color as u8) << 4
    }

    #[inline]
    pub(crate) const fn from_code(code: u8) -> Piece {
        let color = if code & 16 == 0 { Color::Black } else { Color::White };
        Piece { color, kind: Kind::from_index(code as usize) }
    }
}
