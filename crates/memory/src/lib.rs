//! Reduces the cache misses of large tables by huge pages and prefetching.
//!
//! A look-up in a transposition table reads one cache line at a random place.
//! In a table of 256 MiB, this read misses the data caches and, with pages of 4 KiB, the address cache (TLB).
//! [`advise_huge_pages`] asks the system for pages of 2 MiB.
//! [`prefetch`] begins to load a cache line that is needed soon.
//! Both functions are hints: they change no value, and do nothing on a platform without them.
//!
//! `plyground-memory` is the only crate of the workspace with `unsafe` code.
//!
//! ```
//! let table = vec![0u64; 1 << 20];
//! plyground_memory::advise_huge_pages(&table);
//! plyground_memory::prefetch(&table[77_777]);
//! assert_eq!(table[77_777], 0);
//! ```
#![allow(unsafe_code, reason = "advice to the system and the processor takes addresses")]

/// Bytes of a huge page.
#[cfg(all(target_os = "linux", not(miri)))]
const HUGE_PAGE: usize = 2 << 20;

/// Asks the system to back memory by huge pages when it is first touched. Parts that fill no huge page stay as they are.
///
/// Returns whether the system took the advice: `false` on other systems than Linux, without such pages, and for small memory.
#[cfg(all(target_os = "linux", not(miri)))]
pub fn advise_huge_pages<T>(memory: &[T]) -> bool {
    let bytes = memory.as_ptr_range();
    let skipped = bytes.start.addr().next_multiple_of(HUGE_PAGE) - bytes.start.addr();
    let usable = size_of_val(memory).saturating_sub(skipped) / HUGE_PAGE * HUGE_PAGE;
    if usable == 0 {
        return false;
    }
    let start = bytes.start.wrapping_byte_add(skipped).cast_mut().cast();
    // SAFETY: the range is a part of `memory`, so it is mapped and belongs to the caller. This advice moves pages at most: it
    // changes neither contents nor addresses nor rights.
    unsafe { rustix::mm::madvise(start, usable, rustix::mm::Advice::LinuxHugepage) }.is_ok()
}

/// Does nothing: the platform has no huge-page advice. Returns `false`.
#[cfg(not(all(target_os = "linux", not(miri))))]
pub fn advise_huge_pages<T>(_memory: &[T]) -> bool {
    false
}

/// Begins to load the cache line of an address, so that a later read finds it in the cache.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86_64 processor has the instruction. It changes no register or memory of the program and never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_change_nothing() {
        for length in [0, 1, 1 << 10, 5 << 20] {
            let memory: Vec<u8> = (0..length).map(|place| place as u8).collect();
            let is_advised = advise_huge_pages(&memory);
            assert!(!is_advised || length > 2 << 20, "{length}");
            memory.iter().step_by(999).for_each(prefetch);
            assert!(memory.iter().enumerate().all(|(place, &byte)| byte == place as u8));
        }
    }
}
