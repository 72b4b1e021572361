#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plyground_bodies::kalah_play(data));
