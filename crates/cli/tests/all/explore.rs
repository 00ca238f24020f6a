//! `threefold explore`: pages of certificates.

use crate::common::{EPPSTEIN, MORPHY, Scratch, finish, fixture, program, run, run_with_input};

#[test]
fn the_page_goes_beside_the_certificate_or_where_it_is_told() {
    let scratch = Scratch::new();
    for name in ["mate.cert", "mate.cert.zst"] {
        let file = scratch.arg(name);
        run(&["solve", "--certificate", &file, EPPSTEIN]).exits(0);
        let page = scratch.arg("mate.html");
        let ran = run(&["explore", &file]).exits(0);
        assert_eq!(ran.out, format!("{page}\n"));
        let beside = std::fs::read_to_string(&page).unwrap();
        assert!(beside.starts_with("<!doctype html>") && beside.ends_with("</html>\n"));
        // A page of the same kind is replaced, and packing makes no difference to it.
        let ran = run(&["explore", &file, "-o", "-"]).exits(0);
        assert_eq!(ran.out, beside);
    }
    let text = std::fs::read_to_string(scratch.path("mate.cert")).unwrap();
    run_with_input(&["explore", "-"], &text).exits(0).prints("<title>A proof</title>");
}

#[test]
fn the_page_of_a_graph_game_needs_the_game() {
    let scratch = Scratch::new();
    let (file, game) = (scratch.arg("two.cert"), fixture("figure2"));
    run(&["solve", "--certificate", &file, &game]).exits(0);
    run(&["explore", &file]).exits(2).complains("give it with --graph FILE.game");
    run(&["explore", &file, "--graph", &game]).exits(0);
    let mate = scratch.arg("mate.cert");
    run(&["solve", "--certificate", &mate, EPPSTEIN]).exits(0);
    run(&["explore", &mate, "--graph", &game]).exits(2).complains("not about a graph game");
}

/// Two readers look at what is explored: this program, and the page.
#[test]
fn what_check_verifies_is_explored() {
    let hostile = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/hostile/");
    let expected = std::fs::read_to_string(format!("{hostile}EXPECTED")).unwrap();
    let mut explored = 0;
    for line in expected.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split('|').map(str::trim);
        let (Some(file), Some(options), Some(said)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let given: Vec<_> = options.split_whitespace().collect();
        let graph = match given[..] {
            [] => None,
            ["--graph", graph] => Some(format!("{hostile}{graph}")),
            _ => continue,
        };
        if !said.starts_with("VERIFIED") {
            continue;
        }
        let file = format!("{hostile}{file}");
        let mut arguments = vec!["explore", &file, "-o", "-"];
        if let Some(graph) = &graph {
            arguments.extend(["--graph", graph]);
        }
        run(&arguments).exits(0).prints("<title>A proof</title>");
        explored += 1;
    }
    assert!(explored > 20, "{explored}");

    let scratch = Scratch::new();
    // A comment behind a value, and a game in another spelling than that of the writer.
    let graph = "threefold  game 1\n note: <b>\nrule: draw # of a game\nroot: A\n\
                 A first : B\nB win-first\n";
    let certificate = "threefold certificate 1\n game:graph # </script>\nclaim: first wins\n\
                       repetition: draw\nroot: A\nmoves: 1\n---\nB\n";
    let (file, game) = (scratch.arg("commented.cert"), scratch.arg("spelled.game"));
    std::fs::write(&file, certificate).unwrap();
    std::fs::write(&game, graph).unwrap();
    run(&["check", "--graph", &game, &file]).exits(0).prints("VERIFIED first wins");
    run(&["explore", "--graph", &game, &file, "-o", "-"]).exits(0);
    run(&["explore", &file]).exits(2).complains("give it with --graph FILE.game");
    // Two about one position, one of them with a comment.
    let plain = scratch.arg("plain.cert");
    std::fs::write(&plain, certificate.replace(" # </script>", "")).unwrap();
    run(&["explore", "--graph", &game, &plain, &file, "-o", "-"]).exits(0);
}

#[test]
fn nothing_else_is_taken_for_a_certificate_or_overwritten() {
    let scratch = Scratch::new();
    let other = scratch.write("other.cert", "something else\n");
    run(&["explore", &other]).exits(2).complains("expected 'threefold certificate 1'");
    run(&["explore", &scratch.arg("none.cert")]).exits(2).complains("none.cert");
    let mate = scratch.arg("mate.cert");
    run(&["solve", "--certificate", &mate, EPPSTEIN]).exits(0);
    scratch.write("mate.html", "<!doctype html>\n<title>My page</title>\n");
    run(&["explore", &mate]).exits(2).complains("--force");
    let mine = std::fs::read_to_string(scratch.path("mate.html")).unwrap();
    assert!(mine.contains("My page"));
    run(&["explore", &mate, "-o", &mate]).exits(2).complains("--force");
    run(&["check", &mate]).exits(0);
    run(&["explore", &mate, "--force"]).exits(0);
}

#[test]
fn several_certificates_of_one_position_make_one_page() {
    let scratch = Scratch::new();
    let file = scratch.arg("mate.cert");
    run(&["solve", "--shortest", "--certificate", &file, MORPHY]).exits(0);
    let second = scratch.arg("mate.2.cert");
    let ran = run(&["explore", &file, &second, "-o", "-"]).exits(0);
    assert_eq!(ran.out.matches("class=\"certificate\"").count(), 2);
    let other = scratch.arg("other.cert");
    run(&["solve", "--certificate", &other, "7k/8/6KP/8/8/8/8/7R w - -"]).exits(0);
    run(&["explore", &file, &other]).exits(2).complains("about another position");
    let game = scratch.arg("two.cert");
    run(&["solve", "--certificate", &game, &fixture("figure2")]).exits(0);
    run(&["explore", &file, &game]).exits(2).complains("'game: graph', not 'chess'");
}

#[test]
fn an_answer_is_explored_without_a_certificate_on_the_disk() {
    let scratch = Scratch::new();
    let page = scratch.arg("mate.html");
    run(&["solve", "--explore", &page, EPPSTEIN]).exits(0).prints(&format!("page         {page}"));
    let made = std::fs::read_to_string(&page).unwrap();
    assert_eq!(made.matches("class=\"certificate\"").count(), 1);
    // The same as of the certificate.
    let file = scratch.arg("mate.cert");
    run(&["solve", "--certificate", &file, EPPSTEIN]).exits(0);
    assert_eq!(run(&["explore", &file, "-o", "-"]).exits(0).out, made);

    // A shortest mate is two certificates, and so is a value of Go: one page.
    run(&["solve", "--shortest", "--explore", &page, MORPHY]).exits(0);
    let both = std::fs::read_to_string(&page).unwrap();
    assert_eq!(both.matches("class=\"certificate\"").count(), 2);
    run(&["go", "board", "2x2", "--explore", &page]).exits(0).prints(&page);
    let both = std::fs::read_to_string(&page).unwrap();
    assert_eq!(both.matches("class=\"certificate\"").count(), 2);
    // A graph game is in its page.
    run(&["solve", "--explore", &page, &fixture("figure2")]).exits(0);
    let graph = std::fs::read_to_string(&page).unwrap();
    assert!(!graph.contains("id=\"graph-game\"></script>"));
}

#[test]
#[cfg(unix)]
fn a_position_is_solved_and_its_page_opened() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new();
    let (page, seen) = (scratch.arg("mate.html"), scratch.path("seen"));
    let browser =
        scratch.write("browser", format!("#!/bin/sh\necho \"$1\" > {}\n", seen.display()));
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
    let opened = |question: &str| {
        let _ = std::fs::remove_file(&seen);
        let arguments = ["explore", "--open", "-o", &page, question];
        finish(program().env("BROWSER", &browser).args(arguments), "").exits(0);
        // Nobody waits for a browser.
        for _ in 0..200 {
            match std::fs::read_to_string(&seen) {
                Ok(text) if text.ends_with('\n') => return text,
                _ => std::thread::sleep(std::time::Duration::from_millis(25)),
            }
        }
        panic!("not opened: {question}")
    };
    assert_eq!(opened(EPPSTEIN), format!("{page}\n"));
    let made = std::fs::read_to_string(&page).unwrap();
    assert_eq!(made.matches("class=\"certificate\"").count(), 1);
    assert_eq!(opened(&fixture("figure2")), format!("{page}\n"));
    let file = scratch.arg("mate.cert");
    run(&["solve", "--certificate", &file, EPPSTEIN]).exits(0);
    assert_eq!(opened(&file), format!("{page}\n"));
    let none = scratch.arg("none");
    finish(program().env("BROWSER", none).args(["explore", "--open", &file]), "")
        .exits(2)
        .complains("mate.html is written");
    run(&["explore", "--serve", "--open", &file]).exits(2).complains("cannot be used with");
    run(&["explore", "no such position"]).exits(2).complains("no such position");
}

#[test]
fn pages_of_several_positions_go_to_a_directory() {
    let scratch = Scratch::new();
    let positions = scratch.write("two.epd", format!("{EPPSTEIN} id \"one\";\n{EPPSTEIN}\n"));
    let (page, folder) = (scratch.arg("page.html"), scratch.arg("pages"));
    let refused = "there are 2 positions; expected a directory";
    run(&["solve", "--explore", &page, &positions]).exits(2).complains(refused);
    assert!(!scratch.path("page.html").exists());
    let ran = run(&["solve", "--json", "--explore", &folder, &positions]).exits(0);
    assert!(scratch.path("pages/one.html").exists());
    assert!(ran.out.contains("\"page\":\""), "{}", ran.out);
    // Without an answer there is no page, and what is no page is not replaced.
    let open = "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -";
    run(&["solve", "-n", "1", "--explore", &page, open])
        .exits(3)
        .prints("page         none: nothing is certified");
    assert!(!scratch.path("page.html").exists());
    let other = scratch.write("other.html", "mine\n");
    run(&["solve", "--explore", &other, EPPSTEIN]).exits(2).complains("--force");
}
