import { buffers, type Channel, channel, type EventChannel, type Task } from 'redux-saga';
import { call, cancel, delay, flush, fork, race, type SagaGenerator, take } from 'typed-redux-saga';
import { heard } from '../../lib/heard.ts';
import { paces, pauseAfter } from './paces.ts';
import { type News, openStream } from './read-stream.ts';
import type { Message, Room } from './room.ts';
import { covers, streamAddress, type Topic, together } from './topics.ts';

/** An open stream that has sent its greeting. */
interface Line {
  readonly news: EventChannel<News>;
  /** The subscribed topics. */
  readonly topics: readonly Topic[];
  /** Times of the greeting and of the last event, in ms since 1970. */
  readonly since: number;
  heardAt: number;
}

/** State of the tab that owns the stream. */
interface Desk {
  readonly room: Room;
  /** Topics by tab, in the order in which the tabs announced them. */
  readonly shown: Map<string, readonly Topic[]>;
  line: Line | null;
  /** The connection may be dead without an error: the machine slept or changed networks. */
  doubted: boolean;
  /** Triggers a check of the stream, or an immediate retry. */
  readonly nudges: Channel<true>;
}

const newDesk = (room: Room): Desk => ({
  room,
  shown: new Map(),
  line: null,
  doubted: false,
  nudges: channel<true>(buffers.sliding(1)),
});

const wantedAt = ({ shown }: Desk): readonly Topic[] => together(shown.values());

/** Returns whether the stream covers all topics that the tabs show. */
const isCovered = (desk: Desk): boolean => desk.line !== null && covers(desk.line.topics, wantedAt(desk));

/** A user returns to a tab. */
function lookedAt(desk: Desk): void {
  if (desk.line && Date.now() - desk.line.heardAt > paces.doubt) desk.doubted = true;
  desk.nudges.put(true);
}

function* watchTabs(desk: Desk, said: EventChannel<Message>): SagaGenerator<void> {
  const { room, shown } = desk;
  while (true) {
    const message = yield* take(said);
    if (message.kind === 'gone') shown.delete(message.tab);
    if (message.kind !== 'shows') continue;
    shown.delete(message.tab);
    shown.set(message.tab, message.topics);
    if (message.asks && isCovered(desk)) room.say({ kind: 'greeting', tab: message.tab });
    lookedAt(desk);
  }
}

function* watchBrowser(desk: Desk, returns: EventChannel<string>): SagaGenerator<void> {
  while (true) {
    const event = yield* take(returns);
    if (event === 'online') desk.doubted = true;
    if (event === 'online' || document.visibilityState === 'visible') lookedAt(desk);
  }
}

/** Collects the topics of all tabs and the reasons to check the stream. Never ends by itself. */
function* watch(desk: Desk): SagaGenerator<void> {
  const said = desk.room.hear();
  const returns = heard(
    [
      [window, 'online'],
      [document, 'visibilitychange'],
    ],
    buffers.expanding(2),
  );
  try {
    desk.room.say({ kind: 'who' });
    yield* race([call(watchTabs, desk, said), call(watchBrowser, desk, returns)]);
  } finally {
    said.close();
    returns.close();
  }
}

type Over = Extract<News, { kind: 'over' }>;

const broken: Over = { kind: 'over', why: 'broken', after: 0 };

/** Forwards the stream's events to the tabs until it ends or is silent for too long. */
function* passOn({ room }: Desk, line: Line): SagaGenerator<Over> {
  while (true) {
    const { news } = yield* race({ news: take(line.news), silence: delay(paces.silence) });
    if (!news) return broken;
    line.heardAt = Date.now();
    if (news.kind === 'over') return news;
    if (news.kind === 'hint') room.say({ kind: 'hint', hint: news.hint });
    // A repeated greeting means that the server has missed events itself.
    if (news.kind === 'greeting') room.say({ kind: 'greeting' });
  }
}

function drop(desk: Desk): void {
  desk.line?.news.close();
  desk.line = null;
}

/** Keeps forwarding the previous stream while the new one opens. Never ends. */
function* passOnMeanwhile(desk: Desk): SagaGenerator<void> {
  if (desk.line) yield* passOn(desk, desk.line);
  drop(desk);
  yield* call(() => new Promise<never>(() => {}));
}

function* firstWord(news: Line['news']): SagaGenerator<News> {
  while (true) {
    const word = yield* take(news);
    if (word.kind !== 'beat') return word;
  }
}

/** Opens a stream for the topics that the tabs show now. */
function* open(desk: Desk): SagaGenerator<Line | Over> {
  const topics = wantedAt(desk);
  const news = openStream(streamAddress(topics));
  let greeted = false;
  try {
    const { word } = yield* race({
      word: call(firstWord, news),
      late: delay(paces.greeting),
      before: call(passOnMeanwhile, desk),
    });
    greeted = word?.kind === 'greeting';
    if (greeted) return { news, topics, since: Date.now(), heardAt: Date.now() };
    return word?.kind === 'over' ? word : broken;
  } finally {
    if (!greeted) news.close();
  }
}

function* untilUnfit(desk: Desk): SagaGenerator<void> {
  while (isCovered(desk) && !desk.doubted) yield* take(desk.nudges);
}

/** Forwards the stream until it ends; returns null when another stream should replace it. */
function* hold(desk: Desk, line: Line): SagaGenerator<Over | null> {
  const { over } = yield* race({ over: call(passOn, desk, line), unfit: call(untilUnfit, desk) });
  return over ?? null;
}

/** Waits before the next attempt; a returning user shortens the wait, unless the server has set it. */
function* pause(desk: Desk, failures: number, after: number): SagaGenerator<void> {
  yield* flush(desk.nudges);
  yield* race({
    over: delay(Math.max(pauseAfter(failures), after)),
    ...(after === 0 && { nudge: take(desk.nudges) }),
    before: call(passOnMeanwhile, desk),
  });
}

/** Polls in all tabs where streams are blocked. */
function* askSlowly(room: Room): SagaGenerator<void> {
  while (true) {
    if (navigator.onLine !== false) room.say({ kind: 'greeting' });
    yield* delay(paces.asking + Math.random() * paces.spread);
  }
}

/** Switches to a new stream and only then closes the previous one. */
function replaceLine(desk: Desk, line: Line): void {
  drop(desk);
  desk.line = line;
  desk.doubted = false;
  desk.room.say({ kind: 'greeting' });
}

/** Keeps one stream open until the session ends. */
function* keepOpen(desk: Desk): SagaGenerator<void> {
  let failures = 0;
  let asking: Task | undefined;
  while (true) {
    yield* delay(paces.settle);
    const opened = yield* open(desk);
    let over: Over | null;
    if ('why' in opened) over = opened;
    else {
      if (asking) yield* cancel(asking);
      asking = undefined;
      replaceLine(desk, opened);
      over = yield* hold(desk, opened);
      if (Date.now() - opened.since > paces.proven) failures = 0;
      if (!over) continue;
      drop(desk);
      if (over.why === 'restart') {
        yield* delay(Math.random() * paces.restart);
        continue;
      }
    }
    if (over.why === 'refused') break;
    failures += 1;
    // Retry once immediately: the user may already have another session.
    if (over.why === 'session' && failures === 1) continue;
    if (failures >= paces.blocked) asking ??= yield* fork(askSlowly, desk.room);
    yield* pause(desk, failures, over.after);
  }
  if (asking) yield* cancel(asking);
  desk.room.say({ kind: 'ended' });
}

/** Runs in the tab that owns the stream for all tabs. */
export function* ownStream(room: Room): SagaGenerator<void> {
  const desk = newDesk(room);
  try {
    yield* race([call(keepOpen, desk), call(watch, desk)]);
  } finally {
    drop(desk);
    desk.nudges.close();
  }
}
