// The conversation with the referee: one stream, many games on it at once, questions and answers in batches.
import { readFileSync } from "node:fs";
import { isIPv4 } from "node:net";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import * as grpc from "@grpc/grpc-js";
import { loadSync, type MessageTypeDefinition } from "@grpc/proto-loader";
import type { ProtoGrpcType } from "./messages/referee.js";
import type { AnswerInput } from "./messages/serai/v1/Answer.js";
import type { Fault } from "./messages/serai/v1/Fault.js";
import type { GameStarted } from "./messages/serai/v1/GameStarted.js";
import type { PlayRequestInput } from "./messages/serai/v1/PlayRequest.js";
import type { PlayResponse } from "./messages/serai/v1/PlayResponse.js";
import type { Question } from "./messages/serai/v1/Question.js";

const protocol = 1;
const maxGames = 64;
const maxMessageBytes = 16 * 1024 * 1024;
/** Answers that are ready wait no longer than this (and the decision just being made) for those of slower games. */
const flushMilliseconds = 20;
const service = "serai/v1/referee.proto";
const protos = { includeDirs: [join(import.meta.dirname, "proto")] };

/** The bot in one game. */
export interface Player {
  /** Answers a question, which has at least one option, with the place of an option in the list. */
  choose(question: Question): number;
}

type Stream = grpc.ClientDuplexStream<PlayRequestInput, PlayResponse>;

/** Why the bot stops before the referee ends the stream: one line is enough to say it. */
class Stopped extends Error {}

/** The names of all games there are messages for. A bot that plays only some names them: ["yspahan"]. */
export function everyGame(): string[] {
  const view = loadSync(service, { ...protos, keepCase: true })["serai.v1.View"] as MessageTypeDefinition<object, object>;
  const { field } = view.type as { field: { name: string }[] };
  return field.map(({ name }) => name);
}

/** Plays until the referee ends the stream; any other end is a complaint on stderr and exit code 1. */
export async function run(name: string, games: string[], sit: (game: GameStarted) => Player): Promise<void> {
  try {
    await new Conversation(games, sit).hold(name);
  } catch (error) {
    console.error(`${name}:`, error instanceof Stopped ? error.message : error);
    process.exit(1);
  }
}

class Conversation {
  readonly #games: string[];
  readonly #sit: (game: GameStarted) => Player;
  readonly #players = new Map<number, Player>(); // by game handle
  #welcomed = false;

  constructor(games: string[], sit: (game: GameStarted) => Player) {
    this.#games = games;
    this.#sit = sit;
  }

  async hold(name: string): Promise<void> {
    const { SERAI_REFEREE: address, SERAI_TOKEN: token } = process.env;
    if (!address || !token) {
      throw new Stopped("no SERAI_REFEREE or SERAI_TOKEN; try: serai play yspahan path/to/bot random random");
    }
    const client = dial(address);
    const stream: Stream = client.play();
    stream.write({ hello: { token, protocol, name, games: this.#games, maxGames } });
    for await (const message of this.#messages(stream)) {
      await this.#hear(message, stream);
    }
    client.close();
  }

  /** What the referee says, to its end. A stream that breaks when all games are over is a referee that shuts down. */
  async *#messages(stream: Stream): AsyncGenerator<PlayResponse> {
    try {
      yield* stream;
    } catch (error) {
      if (this.#welcomed && this.#players.size === 0) return;
      const reason = error instanceof Error ? error.message : error;
      throw new Stopped(`the referee went away, games still open: ${this.#players.size}: ${reason}`);
    }
  }

  /** A message holds all that is ready at one moment, to be read in this order. */
  async #hear(message: PlayResponse, stream: Stream): Promise<void> {
    this.#welcomed ||= message.welcome !== null;
    for (const game of message.gamesStarted) this.#start(game);
    await this.#answerAll(message.questions, stream);
    for (const game of message.gamesEnded) this.#players.delete(game.gameHandle);
    for (const fault of message.faults) blame(fault);
  }

  #start(game: GameStarted): void {
    if (!this.#games.includes(game.game)) {
      throw new Stopped(`${game.game} began; this bot plays ${this.#games.join(", ")}`);
    }
    this.#players.set(game.gameHandle, this.#sit(game));
  }

  /** Answers all questions of a message in one message; if that takes long, what is ready is sent first. */
  async #answerAll(questions: Question[], stream: Stream): Promise<void> {
    let answers: AnswerInput[] = [];
    let flushed = performance.now();
    for (const question of questions) {
      answers.push(this.#answer(question));
      if (performance.now() - flushed <= flushMilliseconds) continue;
      stream.write({ answers });
      await setImmediate(); // it is sent only while this thread waits
      answers = [];
      flushed = performance.now();
    }
    if (answers.length > 0) stream.write({ answers });
  }

  #answer(question: Question): AnswerInput {
    const { questionId, gameHandle, options } = question;
    const player = this.#players.get(gameHandle);
    if (player === undefined || options.length === 0) {
      throw new Stopped(`question ${questionId} makes no sense: game ${gameHandle}, ${options.length} options`);
    }
    return { questionId, option: player.choose(question) };
  }
}

/** A client of the referee. Numbers of 64 bits, such as question ids, are texts: they do not fit in a number. */
/**
 * Plain text to a path (unix:/path), and to this machine unless SERAI_CA is set. All else is TLS: SERAI_CA names a PEM file
 * of certificates to trust; SERAI_INSECURE=1, without it, is plain text everywhere.
 */
function trust(address: string): grpc.ChannelCredentials {
  const { SERAI_CA: file, SERAI_INSECURE: insecure } = process.env;
  const isPath = address.startsWith("unix:");
  if (file && !isPath) return grpc.credentials.createSsl(authorities(file));
  const host = address.slice(0, address.lastIndexOf(":")).replace(/^\[|\]$/g, "");
  const isHere = host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
  return isPath || isHere || insecure === "1" ? grpc.credentials.createInsecure() : grpc.credentials.createSsl();
}

function authorities(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Stopped(`SERAI_CA=${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function dial(address: string) {
  const shape = { longs: String, enums: String, defaults: true, oneofs: true };
  const loaded = grpc.loadPackageDefinition(loadSync(service, { ...protos, ...shape }));
  const { RefereeService } = (loaded as unknown as ProtoGrpcType).serai.v1;
  const limits = { "grpc.max_receive_message_length": maxMessageBytes };
  return new RefereeService(address, trust(address), limits);
}

/** A fault in a game costs the seat there and the other games go on; any other ends the stream. */
function blame(fault: Fault): void {
  if (fault.gameHandle === undefined) throw new Stopped(`the referee ends the stream: ${fault.cause}: ${fault.text}`);
  console.error(`retired in game ${fault.gameHandle}: ${fault.cause}: ${fault.text}`);
}
