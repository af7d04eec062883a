//! Rust from the .proto files, by crates alone: no protoc is needed.

use std::{env, fs, process};

const FILE: &str = "serai/v1/referee.proto";

fn main() {
    println!("cargo::rerun-if-env-changed=SERAI_PROTO");
    let Ok(folder) = env::var("SERAI_PROTO") else {
        stop("SERAI_PROTO is not set; by hand: SERAI_PROTO=$(serai proto) cargo build --release");
    };
    println!("cargo::rerun-if-changed={folder}");
    let files = protox::compile([FILE], [folder]).unwrap_or_else(|error| stop(error));
    let views = files.file.iter().flat_map(|file| &file.message_type).filter(|message| message.name() == "View");
    let games: Vec<&str> = views.flat_map(|view| &view.field).map(|game| game.name()).collect();
    let list = format!("#[allow(dead_code)] // for bots that play them all\npub const EVERY_GAME: &[&str] = &{games:?};\n");
    let place = env::var("OUT_DIR").unwrap_or_else(|error| stop(error)) + "/every_game.rs";
    fs::write(place, list).unwrap_or_else(|error| stop(error));
    tonic_prost_build::configure().build_server(false).compile_fds(files).unwrap_or_else(|error| stop(error));
}

fn stop(reason: impl std::fmt::Display) -> ! {
    eprintln!("{reason}");
    process::exit(1)
}
