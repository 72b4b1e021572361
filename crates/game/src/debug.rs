//! `Debug` for types with fields that do not implement it, such as functions.

/// Implements `Debug` for a type by its name and some of its fields. The output marks the omitted fields.
///
/// ```
/// struct Rule<P> {
///     name: &'static str,
///     apply: fn(&P),
/// }
///
/// plyground_game::impl_debug!(Rule { name } for [P] Rule<P>);
///
/// let rule = Rule { name: "majority", apply: |_: &u8| {} };
/// (rule.apply)(&1);
/// assert_eq!(format!("{rule:?}"), "Rule { name: \"majority\", .. }");
/// ```
#[macro_export]
macro_rules! impl_debug {
    ($name:ident { $($field:ident),* } for [$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> ::core::fmt::Debug for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(stringify!($name))
                    $(.field(stringify!($field), &self.$field))*
                    .finish_non_exhaustive()
            }
        }
    };
    ($name:ident { $($field:ident),* }) => {
        $crate::impl_debug!($name { $($field),* } for [] $name);
    };
}
