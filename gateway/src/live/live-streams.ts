import type { ServerResponse } from 'node:http';
import type { ToldHint } from '@nightshelf/contracts/live.ts';
import { type EndReason, end, frame, retryAfter } from './frames.ts';
import { leaveOpen } from './leave-open.ts';
import type { LiveMetrics, StreamEnd } from './live-metrics.ts';
import { LiveStream, type StreamTopics } from './live-stream.ts';
import { StreamsBy } from './streams-by.ts';

/** Limits of open streams per user, over all devices, and per address, which many users may share. */
const mostOfUser = 10;
const mostOfAddress = 100;

/** Each stream gets a heartbeat every 20 seconds: 100 turns of 200 ms. */
const turnMs = 200;
const turns = 100;

/**
 * Number of turns over which all streams are greeted, since greeted clients refetch and must not all do so together.
 */
const greetingTurns = 25;
const leastGreeted = 100;

/** Turns until a stream whose client is behind is dropped: five seconds. */
const patience = 25;

interface Options {
  readonly metrics: LiveMetrics;
  /** Multiplies the limits of open streams. */
  readonly factor: number;
  /** Called five times a second. */
  readonly onTurn: () => void;
}

/** All open streams of this process, indexed by topic. One timer serves all of them. */
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
  /** Streams that missed a notification, with the turns left to catch up. */
  readonly #behind = new Map<LiveStream, number>();
  /** Streams still to be greeted after a subscription. */
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

  /** @param response its headers are already written */
  open(response: ServerResponse, topics: StreamTopics): void {
    if (this.#isStopping) {
      response.end(retryAfter() + end.restart);
      return;
    }
    const { socket } = response.req;
    const stream = new LiveStream(socket, topics);
    // Counts the stream now, so that parallel requests cannot exceed the limit.
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

  deliver({ to, event, data }: ToldHint): void {
    const streams = this.#streamsFor(to);
    if (streams.size === 0) return;
    const text = frame(event, data);
    for (const stream of streams) if (!stream.send(text)) this.#hasMissed(stream);
    this.#options.metrics.hint('sent', streams.size);
  }

  /** Notifications arrive from now on; greeted clients refetch what they missed. */
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

  /** Ends all streams; later streams are sent elsewhere immediately, too. */
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

  /** Does nothing for a stream that is already removed. */
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

  /** Greets a stream that missed a notification once its client has caught up, so that it refetches. */
  #catchUp(): void {
    for (const [stream, left] of this.#behind) {
      if (left === 0) this.#drop(stream);
      else if (stream.isEven && stream.greet()) this.#behind.delete(stream);
      else this.#behind.set(stream, left - 1);
    }
  }
}
