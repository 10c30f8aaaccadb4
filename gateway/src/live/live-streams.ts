import type { ServerResponse } from 'node:http';
import type { ToldHint } from '@nightshelf/contracts/live.ts';
import { type EndReason, end, frame, retryAfter } from './frames.ts';
import { leaveOpen } from './leave-open.ts';
import type { LiveMetrics, StreamEnd } from './live-metrics.ts';
import { LiveStream, type StreamTopics } from './live-stream.ts';
import { StreamsBy } from './streams-by.ts';

/** Streams that a user may have at once, on all devices, and an address, behind which there may be many users. */
const mostOfUser = 10;
const mostOfAddress = 100;

/** Milliseconds between two turns, and how many there are until a stream has its turn again: every 20 seconds. */
const turnMs = 200;
const turns = 100;

/** In how many turns all streams are greeted anew: whoever is greeted asks for what has changed, and not all may at once. */
const greetingTurns = 25;
const leastGreeted = 100;

/** For how many turns a reader may be behind, missing what it is told, until its stream is dropped: five seconds. */
const patience = 25;

interface Options {
  readonly metrics: LiveMetrics;
  /** Multiplies how many streams there may be at once. */
  readonly factor: number;
  /** Called five times a second. */
  readonly onTurn: () => void;
}

/** All streams that this process has open, and who is to be told what. One timer serves all of them. */
export class LiveStreams {
  readonly byUser = new StreamsBy();
  readonly bySession = new StreamsBy();
  readonly #byAddress = new StreamsBy();
  readonly #byPage = new StreamsBy();
  readonly #byGame = new StreamsBy();
  readonly #turns: readonly Set<LiveStream>[] = Array.from({ length: turns }, () => new Set<LiveStream>());
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  #count = 0;
  #turn = 0;
  #isSubscribed = false;
  #isStopping = false;
  /** Those that have missed something, with the turns that their readers have left to take the rest. */
  readonly #behind = new Map<LiveStream, number>();
  /** Those that are still to be greeted after a subscription. */
  #ungreeted: IteratorObject<LiveStream> | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => this.#takeTurn(), turnMs).unref();
  }

  hasRoom({ userId, address }: Pick<StreamTopics, 'userId' | 'address'>): boolean {
    const { factor } = this.#options;
    const most = (number: number) => Math.max(1, Math.round(number * factor));
    return this.byUser.of(userId).size < most(mostOfUser) && this.#byAddress.of(address).size < most(mostOfAddress);
  }

  /** @param response its headers are written already */
  open(response: ServerResponse, topics: StreamTopics): void {
    if (this.#isStopping) {
      response.end(retryAfter() + end.restart);
      return;
    }
    const { socket } = response.req;
    const stream = new LiveStream(socket, topics);
    // Counted from now on, so that many that are opened at once are not more than there may be.
    this.#add(stream);
    const onClose = () => this.#remove(stream, 'left');
    response.once('close', () => {
      if (!stream.hasBegun) onClose();
    });
    leaveOpen(response, socket, retryAfter(), () => {
      socket.once('close', onClose);
      stream.hasBegun = true;
      if (this.#isStopping) stream.end(end.restart);
      else if (this.#isSubscribed) stream.greet();
    });
  }

  /** Sends a hint to whoever is to have it. */
  deliver({ to, event, data }: ToldHint): void {
    const streams = this.#streamsFor(to);
    if (streams.size === 0) return;
    const text = frame(event, data);
    for (const stream of streams) if (!stream.send(text)) this.#hasMissed(stream);
    this.#options.metrics.hint('sent', streams.size);
  }

  /** From now on hints arrive: all that was missed is asked for by those who are greeted. */
  subscribed(): void {
    this.#isSubscribed = true;
    for (const turn of this.#turns) for (const stream of turn) stream.isGreeted = false;
    this.#ungreeted = this.#all();
  }

  unsubscribed(): void {
    this.#isSubscribed = false;
    this.#ungreeted = null;
  }

  endSession(id: string): void {
    for (const stream of this.bySession.of(id)) this.#end(stream, 'session');
  }

  /** The process is about to stop: whoever comes from now on is sent elsewhere at once, too. */
  stop(): void {
    this.#isStopping = true;
    clearInterval(this.#timer);
    for (const stream of this.#all()) this.#end(stream, 'restart');
  }

  *#all(): Generator<LiveStream, undefined> {
    for (const turn of this.#turns) yield* turn;
  }

  #streamsFor(to: ToldHint['to']): ReadonlySet<LiveStream> {
    if ('user' in to) return this.byUser.of(to.user);
    return 'page' in to ? this.#byPage.of(to.page) : this.#byGame.of(to.game);
  }

  #add(stream: LiveStream): void {
    const { userId, sessionId, address, pages, games } = stream.topics;
    this.byUser.add(userId, stream);
    this.bySession.add(sessionId, stream);
    this.#byAddress.add(address, stream);
    for (const page of pages) this.#byPage.add(page, stream);
    for (const game of games) this.#byGame.add(game, stream);
    stream.turn = this.#count % turns;
    this.#turns[stream.turn]?.add(stream);
    this.#count += 1;
    this.#options.metrics.streams(this.#count);
  }

  /** Nothing, for one that is gone already. */
  #remove(stream: LiveStream, reason: StreamEnd): void {
    if (!this.#turns[stream.turn]?.delete(stream)) return;
    this.#behind.delete(stream);
    const { userId, sessionId, address, pages, games } = stream.topics;
    this.byUser.remove(userId, stream);
    this.bySession.remove(sessionId, stream);
    this.#byAddress.remove(address, stream);
    for (const page of pages) this.#byPage.remove(page, stream);
    for (const game of games) this.#byGame.remove(game, stream);
    this.#count -= 1;
    this.#options.metrics.streams(this.#count);
    this.#options.metrics.ended(reason);
  }

  #end(stream: LiveStream, reason: EndReason): void {
    this.#remove(stream, reason);
    stream.end(end[reason]);
  }

  #hasMissed(stream: LiveStream): void {
    if (!this.#behind.has(stream)) this.#behind.set(stream, patience);
  }

  #drop(stream: LiveStream): void {
    this.#remove(stream, 'slow');
    stream.drop();
  }

  #takeTurn(): void {
    this.#turn = (this.#turn + 1) % turns;
    for (const stream of this.#turns[this.#turn] ?? []) if (!stream.beat()) this.#drop(stream);
    this.#greet();
    this.#catchUp();
    this.#options.onTurn();
  }

  #greet(): void {
    if (!this.#ungreeted) return;
    let left = Math.max(leastGreeted, Math.ceil(this.#count / greetingTurns));
    for (; left > 0; left -= 1) {
      const { value: stream, done } = this.#ungreeted.next();
      if (done) {
        this.#ungreeted = null;
        return;
      }
      if (!stream.isGreeted && !stream.greet()) this.#hasMissed(stream);
    }
  }

  /** Whoever has missed something is greeted as after a subscription, as soon as there is room for it. */
  #catchUp(): void {
    for (const [stream, left] of this.#behind) {
      if (left === 0) this.#drop(stream);
      else if (stream.isEven && stream.greet()) this.#behind.delete(stream);
      else this.#behind.set(stream, left - 1);
    }
  }
}
