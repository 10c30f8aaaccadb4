import type { EventChannel } from 'redux-saga';
import { call, delay, put, race, type SagaGenerator, select, take } from 'typed-redux-saga';
import { browserEvents, untilEvent } from '../../lib/browser-events.ts';
import { sessionExpired } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { untilPage } from '../../lib/until-page.ts';
import { selectUser } from '../session/selectors.ts';
import { signedIn, signedOut, signOutRequested, verified } from '../session/slice.ts';
import { type News, openStream } from './read-stream.ts';
import { greeted, type LiveNotification, libraryChanged, notified, selectTopics, topicOpened } from './slice.ts';
import { covers, streamAddress, type Topic, together } from './topics.ts';

/** In milliseconds unless noted otherwise. */
export const paces = {
  /** Pages that open within this time share a stream. */
  settle: 100,
  /** Timeout for the greeting; a proxy that buffers the stream holds it back. */
  greeting: 8000,
  /** The server sends something every 20 s, so a longer silence means a dead stream. */
  silence: 50_000,
  /** After this much silence, do not trust the stream when the user returns. */
  doubt: 25_000,
  /** A stream that lives this long is not cut by a proxy. */
  proven: 10_000,
  /** The first pause after a failure, which then doubles, and the longest. */
  first: 500,
  longest: 60_000,
  /** Jitter of the reconnects after a server restart. */
  restart: 5000,
  /** Failures in a row after which streams count as blocked. */
  blocked: 3,
  /** Polling interval while streams are blocked, plus jitter of up to `pollJitter`. */
  poll: 10_000,
  pollJitter: 5000,
  /** How long a hidden tab keeps its stream. HTTP/1.1 allows a browser six connections, so this is short. */
  hidden: 10_000,
};

type End = Extract<News, { kind: 'over' }>;

const broken: End = { kind: 'over', why: 'broken', after: 0 };

/** The stream of this tab and the attempts to open it. */
interface Connection {
  failures: number;
  /** Time of the stream's greeting in ms since 1970; null before it. */
  greetedAt: number | null;
  /** Time of the last event. */
  heardAt: number;
}

function* greet(): SagaGenerator<void> {
  yield* put(greeted());
  yield* put(libraryChanged());
}

function* notify(notification: LiveNotification): SagaGenerator<void> {
  yield* put(notified(notification));
  if (notification.event === 'vault')
    yield* put(libraryChanged('entry_id' in notification.data ? notification.data : undefined));
}

/** Delivers the stream's events to the pages until it ends or is silent for too long. */
function* deliver(connection: Connection, news: EventChannel<News>): SagaGenerator<End> {
  while (true) {
    const timeout = connection.greetedAt === null ? paces.greeting : paces.silence;
    const { event } = yield* race({ event: take(news), silence: delay(timeout) });
    if (!event) return broken;
    connection.heardAt = Date.now();
    if (event.kind === 'over') return event;
    if (event.kind === 'notification') yield* notify(event.notification);
    if (event.kind !== 'greeting') continue;
    // A repeated greeting means that the server has missed events itself.
    connection.greetedAt ??= Date.now();
    yield* greet();
  }
}

/** Returns once the tab shows a topic that the stream does not include. */
function* untilUncovered(topics: readonly Topic[]): SagaGenerator<void> {
  while (true) {
    yield* take(topicOpened);
    if (!covers(topics, yield* select(selectTopics))) return;
    // The page may have missed changes while it was closed.
    yield* greet();
  }
}

/** Returns when the browser is online again or the user returns after the last event has become older than `silentMs`. */
function* untilBack(connection: Connection, silentMs: number): SagaGenerator<true> {
  const returns = browserEvents([
    [window, 'online'],
    [document, 'visibilitychange'],
  ]);
  try {
    while (true) {
      const event = yield* take(returns);
      const isSilent = Date.now() - connection.heardAt >= silentMs;
      if (event === 'online' || (document.visibilityState === 'visible' && isSilent)) return true;
    }
  } finally {
    returns.close();
  }
}

/**
 * Opens a stream for the topics that the tab shows.
 * @returns how it ended; undefined when another stream should replace it
 */
function* stream(connection: Connection): SagaGenerator<End | undefined> {
  const topics = together(yield* select(selectTopics));
  const news = openStream(streamAddress(topics));
  Object.assign(connection, { greetedAt: null, heardAt: Date.now() });
  try {
    const { end } = yield* race({
      end: call(deliver, connection, news),
      uncovered: call(untilUncovered, topics),
      // The connection may be dead without an error: the machine slept or changed networks.
      doubted: call(untilBack, connection, paces.doubt),
    });
    return end;
  } finally {
    news.close();
  }
}

/** Returns the pause after a number of failures in a row, with jitter so that clients do not reconnect together. */
const pauseAfter = (failures: number): number =>
  Math.min(paces.longest, paces.first * 2 ** Math.max(0, failures - 1)) * (0.5 + Math.random() / 2);

/** Keeps a stream open until the session ends. */
function* keepOpen(connection: Connection): SagaGenerator<void> {
  while (true) {
    yield* delay(paces.settle);
    const end = yield* stream(connection);
    const { greetedAt } = connection;
    connection.greetedAt = null;
    if (greetedAt !== null && Date.now() - greetedAt > paces.proven) connection.failures = 0;
    if (!end) continue;
    if (end.why === 'refused') return;
    if (end.why === 'restart' && greetedAt !== null) {
      yield* delay(Math.random() * paces.restart);
      continue;
    }
    connection.failures += 1;
    // Retry once immediately: the user may already have another session.
    if (end.why === 'session' && connection.failures === 1) continue;
    yield* race({
      over: delay(Math.max(pauseAfter(connection.failures), end.after)),
      // A returning user shortens the pause, unless the server has set it.
      ...(end.after === 0 && { back: call(untilBack, connection, 0) }),
    });
  }
}

/** Polls where streams are blocked. Never ends. */
function* pollWhileBlocked(connection: Connection): SagaGenerator<void> {
  while (true) {
    yield* delay(paces.poll + Math.random() * paces.pollJitter);
    const isBlocked = connection.failures >= paces.blocked && connection.greetedAt === null;
    if (isBlocked && navigator.onLine !== false) yield* greet();
  }
}

/** Follows the server's notifications until the session ends. */
function* follow(): SagaGenerator<void> {
  const connection: Connection = { failures: 0, greetedAt: null, heardAt: 0 };
  yield* race([call(keepOpen, connection), call(pollWhileBlocked, connection)]);
  // Refetch pages that follow other users' changes, so that they notice the end of the session; everything else is
  // refused on its next use.
  for (const { kind, id } of yield* select(selectTopics)) {
    if (kind === 'users') yield* put(notified({ event: 'page', data: { user_id: id } }));
  }
}

function* untilHiddenForLong(): SagaGenerator<void> {
  while (true) {
    yield* untilPage('hidden');
    const { long } = yield* race({ long: delay(paces.hidden), back: call(() => untilPage('visible')) });
    if (long) return;
  }
}

/** Follows while the tab is visible. Stops before the page is left, so that it can enter the back/forward cache. */
function* followWhileVisible(): SagaGenerator<void> {
  while (true) {
    yield* untilPage('visible');
    const { left, ended } = yield* race({
      ended: call(function* () {
        yield* follow();
        return true;
      }),
      hidden: call(untilHiddenForLong),
      left: call(() => untilEvent([window, 'pagehide'])),
    });
    // On `pagehide` the page still counts as visible.
    if (left) yield* untilEvent([window, 'pageshow']);
    if (ended) yield* untilPage('hidden');
  }
}

function* untilSignedIn(): SagaGenerator<void> {
  while (!(yield* select(selectUser))) yield* take([verified, signedIn]);
}

/** Notifies the signed-in user's pages of remote changes. */
export function* liveSaga(): SagaGenerator<void> {
  while (true) {
    yield* untilSignedIn();
    const { leaving } = yield* race({
      following: call(function* () {
        yield* safely(followWhileVisible)();
        // After a bug, stop until the next sign-in instead of restarting in a loop.
        yield* call(() => new Promise<never>(() => {}));
      }),
      leaving: take(signOutRequested),
      left: take([signedIn, signedOut, sessionExpired]),
    });
    if (leaving) yield* take(signedOut);
  }
}
