// A bot for Yspahan: every option gets a gain, a rough guess of the points it will bring, and the largest gain is taken.
// It fills souks that it can still have to itself, builds whenever it can, and leaves the supervisor alone.
//
// This file is the place for your own ideas: there is a player for every game, and choose is asked for every decision.
// The conversation with the referee is in stream.ts. Build it by hand with
//
//   SERAI_PROTO=$(serai proto) sh build.sh
//
// and let it play with: serai play yspahan . random random
import type { GameStarted } from "./messages/serai/v1/GameStarted.js";
import type { Question } from "./messages/serai/v1/Question.js";
import type { YspahanAction } from "./messages/serai/v1/YspahanAction.js";
import type { YspahanBoard } from "./messages/serai/v1/YspahanBoard.js";
import type { YspahanCard } from "./messages/serai/v1/YspahanCard.js";
import type { YspahanRow } from "./messages/serai/v1/YspahanRow.js";
import type { YspahanView } from "./messages/serai/v1/YspahanView.js";
import { run, type Player } from "./stream.js";

const name = "ts-greedy";
const games = ["yspahan"];

type Souk = YspahanBoard["souks"][number];

// What it pays for: no points yet, but buildings and souks come of them.
const CAMEL = 1.5;
const GOLD = 1;
const CARD = 2;
const COMPLETE = 2;
const BUILDING = 10;

/** The cards that cost nothing. */
const GIFTS = new Set<YspahanCard>([
  "YSPAHAN_CARD_CAMELS3",
  "YSPAHAN_CARD_GOLD3",
  "YSPAHAN_CARD_PLACE_SHOP",
  "YSPAHAN_CARD_PLACE_CARAVAN",
]);

/** The bot in one game: keep here what it should remember between questions. */
class Greedy implements Player {
  readonly #souks: Souk[];
  readonly #owner: number; // of our shops: seat + 1

  constructor(game: GameStarted) {
    this.#souks = game.board?.yspahan?.souks ?? [];
    this.#owner = game.seat + 1;
  }

  /** The place of the option with the largest gain. */
  choose(question: Question): number {
    const view = question.view?.yspahan;
    if (!view) throw new Error("a question without a view of Yspahan");
    const gains = question.options.map(({ yspahan: option }) => (option ? this.#gain(view, option) : 0));
    return gains.indexOf(Math.max(...gains));
  }

  #gain(view: YspahanView, option: YspahanAction): number {
    const { row, count } = view.pending ?? { row: "YSPAHAN_ROW_UNSPECIFIED", count: 0 };
    if (option.roll) return -GOLD * option.roll.yellowDice;
    if (option.take) return this.#dice(view, option.take.row, white(view, option.take.row));
    if (option.main) return this.#dice(view, row, count) - (option.main.thrown === "YSPAHAN_CARD_UNSPECIFIED" ? 0 : CARD);
    if (option.draw) return CARD;
    if (option.put) return this.#supply(view, this.#soukOf(option.put.shop), Math.max(1, count));
    if (option.build) return BUILDING;
    if (option.play) return GIFTS.has(option.play.card) ? BUILDING + CARD : -CARD;
    if (option.pay) return CAMEL; // it keeps a good in its shop
    return 0;
  }

  /** What so many dice of a row are good for. */
  #dice(view: YspahanView, row: YspahanRow, count: number): number {
    if (row === "YSPAHAN_ROW_CAMEL") return CAMEL * count;
    if (row === "YSPAHAN_ROW_GOLD") return GOLD * count;
    const souks = this.#souks.filter((souk) => souk.neighbourhood === row);
    return Math.max(0, ...souks.map((souk) => this.#supply(view, souk, count)));
  }

  /** The share of a souk's points that so many goods bring, nothing if another has a good in it. */
  #supply(view: YspahanView, souk: Souk | undefined, goods: number): number {
    const owners = souk?.shops.map((shop) => view.shops[shop]) ?? [];
    if (!souk || owners.some((owner) => owner !== 0 && owner !== this.#owner)) return 0;
    const empty = owners.filter((owner) => owner === 0).length;
    const share = (souk.value * Math.min(goods, empty)) / souk.shops.length;
    return 0 < empty && empty <= goods ? share + COMPLETE : share;
  }

  #soukOf(shop: number): Souk | undefined {
    return this.#souks.find((souk) => souk.shops.includes(shop));
  }
}

function white(view: YspahanView, row: YspahanRow): number {
  return view.tower.find((group) => group.row === row)?.white ?? 0;
}

await run(name, games, (game) => new Greedy(game));
