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
import { greeted, type Hint, hinted, selectTopics, topicClosed, topicOpened } from './slice.ts';
import { libraryChanged } from './vault-changes.ts';

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

/** The session is over: pages that follow others' changes ask once more, and are refused; all else is refused when it is next done. */
function* askForWhatIsShown(): SagaGenerator<void> {
  for (const { kind, id } of yield* select(selectTopics)) {
    if (kind === 'users') yield* put(hinted({ event: 'page', data: { user_id: id } }));
  }
}

/** Tells this tab's pages what is said in the room, until the session is over. While the tab is hidden nobody asks; once it is visible it is greeted instead. */
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

/** A tab that is frozen or hangs tells nobody anything. Never ends. */
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
    // Where the session is over nobody else is to try.
    if (!lost) yield* call(() => new Promise<never>(() => {}));
  }
}

/** Is among the tabs that are told of changes, until the session is over. */
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

/** A fault of ours ends it until somebody signs in again, rather than begin anew at once. */
function* attendOnce(userId: string): SagaGenerator<void> {
  // Only tabs that are looked at are told of changes: nothing is open for those that nobody uses.
  yield* safely(whilePresent)(() => attend(userId));
  yield* call(() => new Promise<never>(() => {}));
}

/** Keeps the pages of whoever is signed in told of what changes elsewhere. */
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
