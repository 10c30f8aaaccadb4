import type { EventChannel } from 'redux-saga';
import { call, delay, put, race, type SagaGenerator, select, take, takeEvery } from 'typed-redux-saga';
import { sessionExpired } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { visibilityChanges } from '../../lib/until-page.ts';
import { selectUser } from '../session/selectors.ts';
import { signedIn, signedOut, signOutRequested, verified } from '../session/slice.ts';
import { ownStream } from './owner-saga.ts';
import { paces } from './paces.ts';
import { whilePresent } from './presence.ts';
import { enterRoom, type Message, type Room } from './room.ts';
import { greeted, type Hint, hinted, libraryChanged, selectTopics, topicClosed, topicOpened } from './slice.ts';

function* greet(): SagaGenerator<void> {
  yield* put(greeted());
  yield* put(libraryChanged());
}

function* hint(given: Hint): SagaGenerator<void> {
  yield* put(hinted(given));
  if (given.event === 'vault') yield* put(libraryChanged('entry_id' in given.data ? given.data : undefined));
}

function* sayWhatIsShown({ say, tab }: Room, asks: boolean): SagaGenerator<void> {
  say({ kind: 'shows', tab, topics: yield* select(selectTopics), asks });
}

/**
 * Refetches pages that follow other users' changes, so that they notice the end of the session; everything else is
 * refused on its next use.
 */
function* askForWhatIsShown(): SagaGenerator<void> {
  for (const { kind, id } of yield* select(selectTopics)) {
    if (kind === 'users') yield* put(hinted({ event: 'page', data: { user_id: id } }));
  }
}

/**
 * Forwards the room's messages to this tab's pages until the session ends. A hidden tab fetches nothing and is greeted
 * once it is visible.
 */
function* listen(room: Room, said: EventChannel<Message>): SagaGenerator<void> {
  let missed = false;
  const shows = visibilityChanges();
  try {
    yield* takeEvery(
      shows,
      safely(function* () {
        if (document.visibilityState !== 'visible') return;
        yield* sayWhatIsShown(room, false);
        if (missed) yield* greet();
        missed = false;
      }),
    );
    while (true) {
      const message = yield* take(said);
      if (message.kind === 'ended') return yield* askForWhatIsShown();
      if (message.kind === 'who') yield* sayWhatIsShown(room, false);
      const isForUs =
        message.kind === 'hint' || (message.kind === 'greeting' && (message.tab ?? room.tab) === room.tab);
      if (!isForUs) continue;
      if (document.visibilityState !== 'visible') missed = true;
      else if (message.kind === 'hint') yield* hint(message.hint);
      else yield* greet();
    }
  } finally {
    shows.close();
  }
}

function* announce(room: Room): SagaGenerator<void> {
  yield* sayWhatIsShown(room, true);
  while (true) {
    const { type } = yield* take([topicOpened, topicClosed]);
    yield* sayWhatIsShown(room, topicOpened.type === type);
  }
}

/** Detects an owner tab that is suspended or hangs. Never ends. */
function* watchOwner(room: Room): SagaGenerator<void> {
  while (true) {
    yield* delay(paces.ping);
    room.say({ kind: 'ping' });
  }
}

function* ownInTurn(room: Room): SagaGenerator<void> {
  while (true) {
    yield* race([call(room.lead.take), call(watchOwner, room)]);
    room.say({ kind: 'here' });
    const { lost } = yield* race({
      over: call(ownStream, room),
      lost: call(async () => {
        await room.lead.untilLost();
        return true;
      }),
    });
    // The session has ended: no other tab should try.
    if (!lost) yield* call(() => new Promise<never>(() => {}));
  }
}

/** Joins the subscribed tabs until the session ends. */
function* attend(userId: string): SagaGenerator<void> {
  const room = enterRoom(userId);
  const said = room.hear();
  try {
    yield* race([call(listen, room, said), call(announce, room), call(ownInTurn, room)]);
  } finally {
    said.close();
    room.leave();
  }
}

function* untilSignedIn(): SagaGenerator<string> {
  while (true) {
    const user = yield* select(selectUser);
    if (user) return user.id;
    yield* take([verified, signedIn]);
  }
}

/** After a bug, stops until the next sign-in instead of restarting in a loop. */
function* attendOnce(userId: string): SagaGenerator<void> {
  // Only visible tabs hold a connection.
  yield* safely(whilePresent)(() => attend(userId));
  yield* call(() => new Promise<never>(() => {}));
}

/** Notifies the signed-in user's pages of remote changes. */
export function* liveSaga(): SagaGenerator<void> {
  while (true) {
    const userId = yield* untilSignedIn();
    const { leaving } = yield* race({
      attending: call(attendOnce, userId),
      leaving: take(signOutRequested),
      left: take([signedIn, signedOut, sessionExpired]),
    });
    if (leaving) yield* take(signedOut);
  }
}
