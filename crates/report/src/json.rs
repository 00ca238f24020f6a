//! Objects of JSON, a line of code a key.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// What has keys.
pub trait Keys {
    /// Writes them, in their order.
    ///
    /// # Errors
    /// Those of the serializer.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

/// An object with the keys of something, or an array of such objects.
#[derive(Clone, Copy, Debug)]
pub struct Object<'a, T: ?Sized>(pub &'a T);

impl<T: Keys> Serialize for Object<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.0.write(&mut map)?;
        map.end()
    }
}

impl<T: Keys> Serialize for Object<'_, [T]> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Object))
    }
}

/// The keys of a type: `"key": value`, or `"key" if option` for a key that is left out where there
/// is none. What follows `..` has further keys.
macro_rules! keys {
    ($type:ty, $one:ident, { $($key:literal $mark:tt $value:expr),* $(,)? } $(.. $rest:expr)?) => {
        impl $crate::Keys for $type {
            fn write<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                let $one = self;
                $( $crate::json::keys!(@ map, $key $mark $value); )*
                $( $crate::Keys::write($rest, map)?; )?
                Ok(())
            }
        }
    };
    (@ $map:ident, $key:literal : $value:expr) => { $map.serialize_entry($key, &$value)? };
    (@ $map:ident, $key:literal if $value:expr) => {
        if let Some(value) = &$value {
            $map.serialize_entry($key, value)?;
        }
    };
}

pub(crate) use keys;
