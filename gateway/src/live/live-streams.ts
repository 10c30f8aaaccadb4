import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ReceivedNotification } from '@nightshelf/contracts/live.ts';
import type { LiveMetrics, StreamEnd } from '../metrics.ts';
import { type GatewaySettings, scaled } from '../settings.ts';

/** Returns one server-sent event. @param data any JSON, which contains no raw line breaks */
export const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** An SSE comment that keeps proxies from closing the stream and reveals callers that have left. */
const heartbeat = ': \n\n';

export const hello = frame('hello', {});

export const end = {
  session: frame('end', { reason: 'session' }),
  restart: frame('end', { reason: 'restart' }),
} as const;

type EndReason = keyof typeof end;

/** Returns a random reconnect delay in milliseconds, so that clients do not all reconnect together. */
const retryAfter = () => `retry: ${1000 + Math.floor(Math.random() * 4000)}\n\n`;

/**
 * Detaches a stream from the HTTP server and keeps only its socket, which saves most of the memory. The stream ends
 * when the caller sends more data or ends its side.
 * @param response nothing is sent yet, but the headers may be written
 * @param text the start of the body
 * @param taken called once the text is sent; never when the caller has left before
 */
function detachStream(response: ServerResponse, socket: Socket, text: string, taken: () => void): void {
  // Node calls this to end the connection after the last response is written.
  socket.destroySoon = () => {
    socket.destroySoon = Socket.prototype.destroySoon;
    detachFromServer(socket);
    taken();
  };
  response.end(text);
}

/** Replaces the HTTP server's listeners and methods on the socket by those of a plain socket. */
function detachFromServer(socket: Socket): void {
  // Our own data listener detaches the connection from node's parser.
  socket.removeAllListeners('data').on('data', leave);
  // The server's close listeners release the parser and its state.
  for (const listener of socket.listeners('close')) Reflect.apply(listener, socket, []);
  for (const event of serverEvents) socket.removeAllListeners(event);
  const { on, addListener, prependListener, setEncoding } = Socket.prototype;
  Object.assign(socket, { on, addListener, prependListener, setEncoding });
  socket.on('end', leave).on('error', leave);
  socket.resume();
}

const serverEvents = ['close', 'drain', 'end', 'error', 'pause', 'resume', 'timeout'] as const;

/** A client that keeps sending does not support streams. */
function leave(this: Socket): void {
  this.destroy();
}

/** The user of a stream, and the topics beyond the user's own. */
interface StreamTopics {
  readonly userId: string;
  readonly sessionId: string;
  readonly address: string;
  readonly pages: readonly string[];
  readonly games: readonly string[];
}

/** Unsent bytes above which a stream is dropped: hundreds of notifications. A single write may exceed it. */
const maxUnsentBytes = 64 * 1024;

const endTimeoutMs = 2000;

/** One open stream. It has no timer and no closure, since a process has thousands. */
class LiveStream {
  readonly topics: StreamTopics;
  /**
   * Whether the response has begun. Notifications before that are not lost: the greeting follows and makes the client
   * refetch.
   */
  hasBegun = false;
  turn = 0;
  readonly #socket: Socket;
  #wasBehind = false;

  constructor(socket: Socket, topics: StreamTopics) {
    this.#socket = socket;
    this.topics = topics;
  }

  /** Returns false when the client is too far behind, so the stream must be dropped. */
  send(text: string): boolean {
    if (!this.hasBegun) return true;
    if (this.#socket.writableLength > maxUnsentBytes) return false;
    this.#socket.write(text);
    return true;
  }

  /** Returns false when data has stayed unsent since the last heartbeat, so the stream must be dropped. */
  beat(): boolean {
    const isBehind = this.#socket.writableLength > 0;
    if (isBehind && this.#wasBehind) return false;
    this.#wasBehind = isBehind;
    return this.send(heartbeat);
  }

  /** Sends the reason and closes the connection; closes immediately when the client is behind. */
  end(text: string): void {
    if (!this.hasBegun || this.#socket.writableLength > 0) {
      this.drop();
    } else {
      this.#socket.write(text);
      this.#socket.destroySoon();
      // The HTTP server no longer tracks this connection, so it would not close it either.
      setTimeout(() => this.drop(), endTimeoutMs).unref();
    }
  }

  drop(): void {
    this.#socket.destroy();
  }
}

const none: ReadonlySet<LiveStream> = new Set();

/** Streams by a shared property, such as the user. */
class StreamsBy {
  readonly #streams = new Map<string, Set<LiveStream>>();

  add(key: string, stream: LiveStream): void {
    const known = this.#streams.get(key);
    if (known) known.add(stream);
    else this.#streams.set(key, new Set([stream]));
  }

  remove(key: string, stream: LiveStream): void {
    const known = this.#streams.get(key);
    known?.delete(stream);
    if (known?.size === 0) this.#streams.delete(key);
  }

  of(key: string): ReadonlySet<LiveStream> {
    return this.#streams.get(key) ?? none;
  }

  has(key: string): boolean {
    return this.#streams.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#streams.keys();
  }
}

/** Limits of open streams per user, over all devices, and per address, which many users may share. */
const maxStreamsPerUser = 10;
const maxStreamsPerAddress = 100;

/** Each stream gets a heartbeat every 20 seconds: 100 turns of 200 ms. */
const turnMs = 200;
const turns = 100;

/**
 * Number of turns over which all streams are greeted, since greeted clients refetch and must not all do so together.
 */
const greetingTurns = 25;
const minGreetingsPerTurn = 100;

interface Options {
  readonly metrics: LiveMetrics;
  readonly settings: GatewaySettings;
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
  /** Streams that still have to refetch after a subscription. */
  #ungreeted: LiveStream[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => this.#takeTurn(), turnMs).unref();
  }

  hasRoom({ userId, address }: Pick<StreamTopics, 'userId' | 'address'>): boolean {
    const { settings } = this.#options;
    return (
      this.byUser.of(userId).size < scaled(settings, maxStreamsPerUser) &&
      this.#byAddress.of(address).size < scaled(settings, maxStreamsPerAddress)
    );
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
    detachStream(response, socket, retryAfter(), () => {
      socket.once('close', onClose);
      stream.hasBegun = true;
      if (this.#isStopping) stream.end(end.restart);
      else if (this.#isSubscribed) stream.send(hello);
    });
  }

  deliver({ to, event, data }: ReceivedNotification): void {
    const streams = this.#streamsFor(to);
    if (streams.size === 0) return;
    const text = frame(event, data);
    for (const stream of streams) if (!stream.send(text)) this.#drop(stream);
    this.#options.metrics.notifications.inc({ outcome: 'sent' }, streams.size);
  }

  /** Call when the subscription begins. Greets all streams, so that their clients refetch what they missed. */
  subscribed(): void {
    this.#isSubscribed = true;
    this.#ungreeted = this.#all();
  }

  unsubscribed(): void {
    this.#isSubscribed = false;
    this.#ungreeted = [];
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

  #all(): LiveStream[] {
    return this.#turns.flatMap((turn) => [...turn]);
  }

  #streamsFor(to: ReceivedNotification['to']): ReadonlySet<LiveStream> {
    if ('user' in to) return this.byUser.of(to.user);
    return 'page' in to ? this.#byPage.of(to.page) : this.#byGame.of(to.game);
  }

  /** Returns the indexes that contain a stream, each with the stream's key. */
  #indexesOf({ userId, sessionId, address, pages, games }: StreamTopics): (readonly [StreamsBy, string])[] {
    return [
      [this.byUser, userId],
      [this.bySession, sessionId],
      [this.#byAddress, address],
      ...pages.map((page) => [this.#byPage, page] as const),
      ...games.map((game) => [this.#byGame, game] as const),
    ];
  }

  #add(stream: LiveStream): void {
    for (const [streams, key] of this.#indexesOf(stream.topics)) streams.add(key, stream);
    stream.turn = this.#count % turns;
    this.#turns[stream.turn]?.add(stream);
    this.#count += 1;
    this.#options.metrics.streams.set(this.#count);
  }

  #remove(stream: LiveStream, reason: StreamEnd): void {
    if (!this.#turns[stream.turn]?.delete(stream)) return;
    for (const [streams, key] of this.#indexesOf(stream.topics)) streams.remove(key, stream);
    this.#count -= 1;
    this.#options.metrics.streams.set(this.#count);
    this.#options.metrics.ended.inc({ reason });
  }

  #end(stream: LiveStream, reason: EndReason): void {
    this.#remove(stream, reason);
    stream.end(end[reason]);
  }

  #drop(stream: LiveStream): void {
    this.#remove(stream, 'slow');
    stream.drop();
  }

  #takeTurn(): void {
    this.#turn = (this.#turn + 1) % turns;
    for (const stream of this.#turns[this.#turn] ?? []) if (!stream.beat()) this.#drop(stream);
    this.#greet();
    this.#options.onTurn();
  }

  #greet(): void {
    const most = Math.max(minGreetingsPerTurn, Math.ceil(this.#count / greetingTurns));
    for (const stream of this.#ungreeted.splice(0, most)) {
      if (this.#turns[stream.turn]?.has(stream) && !stream.send(hello)) this.#drop(stream);
    }
  }
}
