//! Any option, drawn from the luck that the referee gives it: the same on every run, and nobody else knows it.
//!
//! Put your own ideas into `choose`. By hand it is built with
//!     SERAI_PROTO=$(serai proto) cargo build --release
//! and it plays with
//!     serai play yspahan path/to/this/folder random random

mod referee;

use std::process::ExitCode;

use referee::{
    EVERY_GAME, Table,
    wire::{Question, answer::Choice},
};

const NAME: &str = "rust-random";

/// Answer one question. `question` holds the view of the game and the options, messages of the .proto files;
/// `table` what never changes during the game. `Choice::Action` answers with an action of your own making.
fn choose(table: &mut Table, question: &Question) -> Result<Choice, String> {
    Ok(Choice::Option(table.luck.below(question.options.len())))
}

fn main() -> ExitCode {
    referee::run(NAME, EVERY_GAME, choose)
}
