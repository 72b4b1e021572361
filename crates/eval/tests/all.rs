//! All tests of the crate as one program: shared code is compiled and linked once.

mod cachex_cost;
mod cachex_path;
mod contract;
mod kalah;
mod khet_hunts;
mod laws;
mod pictures;
mod weight_files;
