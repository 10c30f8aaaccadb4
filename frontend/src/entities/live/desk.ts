import { buffers, type Channel, channel, type EventChannel } from 'redux-saga';
import { call, race, type SagaGenerator, take } from 'typed-redux-saga';
import { heard } from '../../lib/heard.ts';
import { paces } from './paces.ts';
import type { News } from './read-stream.ts';
import type { Message, Room } from './room.ts';
import { covers, type Topic, together } from './topics.ts';

/** An open stream that has sent its greeting. */
export interface Line {
  readonly news: EventChannel<News>;
  /** The subscribed topics. */
  readonly topics: readonly Topic[];
  /** Times of the greeting and of the last event, in ms since 1970. */
  readonly since: number;
  heardAt: number;
}

/** State of the tab that owns the stream. */
export interface Desk {
  readonly room: Room;
  /** Topics by tab, in the order in which the tabs announced them. */
  readonly shown: Map<string, readonly Topic[]>;
  line: Line | null;
  /** The connection may be dead without an error: the machine slept or changed networks. */
  doubted: boolean;
  /** Triggers a check of the stream, or an immediate retry. */
  readonly nudges: Channel<true>;
}

export const newDesk = (room: Room): Desk => ({
  room,
  shown: new Map(),
  line: null,
  doubted: false,
  nudges: channel<true>(buffers.sliding(1)),
});

export const wantedAt = ({ shown }: Desk): readonly Topic[] => together(shown.values());

/** Returns whether the stream covers all topics that the tabs show. */
export const isCovered = (desk: Desk): boolean => desk.line !== null && covers(desk.line.topics, wantedAt(desk));

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
export function* watch(desk: Desk): SagaGenerator<void> {
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
