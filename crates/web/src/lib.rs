//! Questions and answers as JSON, for a page: the same for the solver in the browser itself
//! (WebAssembly, in a worker) and for a program that serves the page.
//!
//! A [`Request`](request::Request) is one object, and so is the [`answer`]; while it is looked for,
//! [`answer`] tells how far it is, an object each time.
//!
//! ```
//! use threefold_web::Means;
//!
//! let request = r#"{ "text": "8/8/8/8/8/1k6/7r/K7 w - -", "ask": "value" }"#;
//! let answer = threefold_web::answer(request, &Means::default(), &mut |_| {});
//! let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
//! assert_eq!(answer["report"]["value"], "loss");
//! assert_eq!(answer["words"], "loss: black mates");
//! assert!(answer["certificates"][0].as_str().unwrap().starts_with("threefold certificate 1"));
//! ```

mod answer;
#[cfg(target_family = "wasm")]
mod exports;
pub mod request;
mod tell;

pub use answer::{Means, answer};
