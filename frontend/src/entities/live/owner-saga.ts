import type { Task } from 'redux-saga';
import { call, cancel, delay, flush, fork, race, type SagaGenerator, take } from 'typed-redux-saga';
import { type Desk, isCovered, type Line, newDesk, wantedAt, watch } from './desk.ts';
import { paces, pauseAfter } from './paces.ts';
import { type News, openStream } from './read-stream.ts';
import type { Room } from './room.ts';
import { streamAddress } from './topics.ts';

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
