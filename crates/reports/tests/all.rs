//! The tests of the reports' agents as one program, so that the searches are compiled once.

mod along_line;
mod article_table;
mod cachex_agent;
mod contract;
mod ends;
mod kalaha_agent;
mod khet_agents;
mod khet_shots;
mod pictures;
mod plans;
mod signature;
mod weight_files;
