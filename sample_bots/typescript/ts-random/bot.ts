// A bot that takes any option of any game. It draws from the luck that the referee gives it: the same on every
// run, and nobody else knows it.
//
// This file is the place for your own ideas: there is a player for every game, and choose is asked for every decision.
// The conversation with the referee is in stream.ts. Build it by hand with
//
//   SERAI_PROTO=$(serai proto) sh build.sh
//
// and let it play with: serai play yspahan . random random
import type { GameStarted } from "./messages/serai/v1/GameStarted.js";
import type { Question } from "./messages/serai/v1/Question.js";
import { everyGame, run, type Player } from "./stream.js";

const name = "ts-random";

/** The bot in one game: keep here what it should remember between questions. */
class Random implements Player {
  #luck: number;

  constructor(game: GameStarted) {
    this.#luck = (Number.parseInt(game.luck.slice(0, 7), 16) % 2147483646) + 1;
  }

  /**
   * The place of an option in the list. What the seat sees is in question.view, what has happened since its last
   * question in question.events.
   */
  choose(question: Question): number {
    this.#luck = (this.#luck * 48271) % 2147483647;
    return this.#luck % question.options.length;
  }
}

await run(name, everyGame(), (game) => new Random(game));
