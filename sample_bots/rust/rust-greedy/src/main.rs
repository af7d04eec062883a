//! Yspahan: every option gets a gain, a rough guess of the points it will bring, and the largest gain is chosen.
//!
//! Put your own ideas into `Seat::gain`. By hand it is built with
//!     SERAI_PROTO=$(serai proto) cargo build --release
//! and it plays with
//!     serai play yspahan path/to/this/folder random random

mod referee;

use std::process::ExitCode;

use referee::{Table, wire};
use wire::{
    Question, YspahanBoard, YspahanCard, YspahanRow, YspahanView, action, answer::Choice, board, view,
    yspahan_action::Action, yspahan_board::Souk, yspahan_view::Pending,
};

const NAME: &str = "rust-greedy";
const GAMES: [&str; 1] = ["yspahan"];

const CAMEL: f64 = 1.2;
const GOLD: f64 = 1.0;
const CARD: f64 = 2.0;
const BEGUN: f64 = 0.7; // the part of its points that a souk is worth as long as it is not complete

fn choose(table: &mut Table, question: &Question) -> Result<Choice, String> {
    let seat = Seat::new(table, question).ok_or("this question is not one of yspahan")?;
    let gains = question.options.iter().map(|option| seat.gain(option)).enumerate();
    let best = gains.rev().max_by(|(_, one), (_, other)| one.total_cmp(other)); // reversed: the first of equals
    best.map(|(place, _)| Choice::Option(place as u32)).ok_or("there are no options".into())
}

/// Our seat at one question.
struct Seat<'a> {
    board: &'a YspahanBoard,
    view: &'a YspahanView,
    pending: &'a Pending,
    owner: u32, // seats are numbered from 0, owners of goods from 1
}

impl<'a> Seat<'a> {
    fn new(table: &'a Table, question: &'a Question) -> Option<Seat<'a>> {
        let board::Game::Yspahan(board) = table.started.board.as_ref()?.game.as_ref()? else { return None };
        let view::Game::Yspahan(view) = question.view.as_ref()?.game.as_ref()? else { return None };
        Some(Seat { board, view, pending: view.pending.as_ref()?, owner: table.started.seat + 1 })
    }

    /// What an option brings; what is not named here is neither good nor bad.
    fn gain(&self, option: &wire::Action) -> f64 {
        let Some(action::Game::Yspahan(option)) = &option.game else { return 0.0 };
        let Pending { row, value, count, .. } = *self.pending;
        match &option.action {
            Some(Action::Roll(roll)) => -GOLD * f64::from(roll.yellow_dice),
            Some(Action::Take(take)) => self.dice(take.row, self.white(take.row)),
            Some(Action::Main(main)) if main.thrown != 0 => self.dice(row, count + 1) - CARD,
            Some(Action::Main(_)) => self.dice(row, count),
            Some(Action::Draw(_)) => CARD,
            Some(Action::Put(put)) => self.best_fill(|souk| souk.shops.contains(&put.shop), count),
            Some(Action::Super(_)) => self.best_square(value),
            Some(Action::Go(go)) => self.go(go.square as usize, value),
            Some(Action::Pay(_)) => CAMEL, // the good stays where it is, and that is worth more
            Some(Action::Build(build)) => f64::from(build.building), // the later ones in the list do more
            Some(Action::Play(play)) => play_card(play.card()),
            _ => 0.0,
        }
    }

    fn white(&self, row: i32) -> u32 {
        self.view.tower.iter().filter(|group| group.row == row).map(|group| group.white).sum()
    }

    /// Camels, gold or goods for a neighbourhood, as many as dice.
    fn dice(&self, row: i32, count: u32) -> f64 {
        match YspahanRow::try_from(row) {
            Ok(YspahanRow::Camel) => CAMEL * f64::from(count),
            Ok(YspahanRow::Gold) => GOLD * f64::from(count),
            _ => self.best_fill(|souk| souk.neighbourhood == row, count),
        }
    }

    fn best_fill(&self, wanted: impl Fn(&Souk) -> bool, goods: u32) -> f64 {
        let souks = self.board.souks.iter().filter(|souk| wanted(souk));
        souks.map(|souk| self.fill(souk, goods)).fold(0.0, f64::max)
    }

    /// All points of a souk for its last goods, a part of them for others; nothing where somebody else has a good.
    fn fill(&self, souk: &Souk, goods: u32) -> f64 {
        let held = |owner| souk.shops.iter().filter(|shop| self.view.shops[**shop as usize] == owner).count();
        let (size, empty) = (souk.shops.len(), held(0));
        let filled = empty.min(goods as usize);
        let part = match filled {
            _ if empty + held(self.owner) < size => 0.0,
            0 => 0.0,
            _ if filled == empty => 1.0,
            _ => BEGUN * filled as f64 / size as f64,
        };
        part * f64::from(souk.value)
    }

    fn best_square(&self, value: u32) -> f64 {
        (0..self.board.squares.len()).map(|square| self.go(square, value)).fold(0.0, f64::max)
    }

    /// The Supervisor sends the goods beside his square to the caravan; steps more or less than the dice cost gold.
    fn go(&self, square: usize, value: u32) -> f64 {
        let steps = self.board.squares[self.view.supervisor as usize].steps[square];
        let sent = self.board.squares[square].shops.iter().map(|shop| match self.view.shops[*shop as usize] {
            0 => 0.0,
            owner if owner == self.owner => 2.0,
            _ => -1.0,
        });
        sent.sum::<f64>() - GOLD * f64::from(steps.abs_diff(value))
    }
}

/// A card does not use up the turn, so it is played at once; what sells or exchanges things wants more thought.
fn play_card(card: YspahanCard) -> f64 {
    match card {
        YspahanCard::SellCamels | YspahanCard::SellGold | YspahanCard::Exchange => -1.0,
        _ => 20.0,
    }
}

fn main() -> ExitCode {
    referee::run(NAME, &GAMES, choose)
}
