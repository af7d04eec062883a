//! Rust from the .proto files, by crates alone: no protoc is needed.

use std::{env, process};

const FILE: &str = "serai/v1/referee.proto";

fn main() {
    println!("cargo::rerun-if-env-changed=SERAI_PROTO");
    let Ok(folder) = env::var("SERAI_PROTO") else {
        stop("SERAI_PROTO is not set; by hand: SERAI_PROTO=$(serai proto) cargo build --release");
    };
    println!("cargo::rerun-if-changed={folder}");
    let files = protox::compile([FILE], [folder]).unwrap_or_else(|error| stop(error));
    tonic_prost_build::configure().build_server(false).compile_fds(files).unwrap_or_else(|error| stop(error));
}

fn stop(reason: impl std::fmt::Display) -> ! {
    eprintln!("{reason}");
    process::exit(1)
}
