//! The tests of the reports' agents as one program, which compiles the searches once. `signature.rs` stands alone: mutants are tried by it first.

mod along_line;
mod article_table;
mod cachex_agent;
mod contract;
mod ends;
mod khet_agents;
mod khet_shots;
mod pictures;
mod plans;
mod weight_files;
