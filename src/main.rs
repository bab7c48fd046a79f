//! The program: arguments, hooks, exit status; nothing else.

fn main() {}
