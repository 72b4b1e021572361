//! `bindgen MODULE FOLDER`: the script that loads a module of WebAssembly into a page, and the module as the script wants it. A program
//! of its own for `cargo xtask site`, behind a feature: the rest of the automation shall not wait for its dependencies. wasm-bindgen's own command
//! has a server and a downloader beside it; this has the version that `Cargo.lock` holds, which has to be the module's.

#![allow(clippy::print_stderr, reason = "a program prints")]

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("error: expected a module of WebAssembly and a folder");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(module)
        .typescript(false)
        // What is only for people: it would be a tenth of the file.
        .remove_name_section(true)
        .remove_producers_section(true)
        .out_name("plyground")
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {module}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
