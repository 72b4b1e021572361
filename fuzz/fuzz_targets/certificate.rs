#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plyground_bodies::certificate(data));
