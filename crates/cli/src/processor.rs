//! The same program, built for newer processors.
//!
//! An archive of a release has it beside this one, which runs everywhere. The version is a part of
//! its name: what an update has left behind is not taken for this program.

/// Goes on as the program for this processor if it lies beside this one. Comes back where there is
/// none.
#[cfg(all(unix, target_arch = "x86_64", not(target_feature = "avx2")))]
pub fn go_on_as_faster() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    macro_rules! has {
        ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
    }
    // x86-64-v3, beside what this program needs itself.
    let is_new = has!("avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "popcnt" "sse4.2");
    let beside = concat!("threefold-", env!("CARGO_PKG_VERSION"), "-v3");
    let Some(program) = env::current_exe().ok().map(|own| own.with_file_name(beside)) else {
        return;
    };
    if is_new && program.is_file() {
        let mut words = env::args_os();
        let name = words.next().unwrap_or_else(|| "threefold".into());
        // It does not come back but where it cannot be run.
        let _ = Command::new(program).arg0(name).args(words).exec();
    }
}

/// There is none for this processor, or this is it.
#[cfg(not(all(unix, target_arch = "x86_64", not(target_feature = "avx2"))))]
pub fn go_on_as_faster() {}
