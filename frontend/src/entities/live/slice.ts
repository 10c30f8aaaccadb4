import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type Topic, without } from './topics.ts';

/**
 * A notification that something has changed, without the new value: pages refetch. It may be lost, late or duplicated.
 */
export interface LiveNotification {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface LiveState {
  /** Topics that this tab shows. */
  readonly topics: readonly Topic[];
}

const initialState: LiveState = { topics: [] };

export const liveSlice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    topicOpened: ({ topics }, { payload }: PayloadAction<Topic>): LiveState => ({ topics: [...topics, payload] }),
    topicClosed: ({ topics }, { payload }: PayloadAction<Topic>): LiveState => ({ topics: without(topics, payload) }),
    notified: (_state, _action: PayloadAction<LiveNotification>) => {},
    /** This tab is subscribed from now on: refetch once what changed before. Repeats while streams are blocked. */
    greeted: () => {},
  },
});

export const { topicOpened, topicClosed, notified, greeted } = liveSlice.actions;

/** The vault has changed on the server: the payload names the entry; without one, request all changes. */
export const libraryChanged = createAction<LiveNotification['data'] | undefined>('library/libraryChanged');

export const selectTopics = (state: { readonly live: LiveState }) => state.live.topics;

/** Returns a matcher for notifications of one event with these data. */
export const isNotificationOf =
  (event: string, expected: LiveNotification['data'] = {}) =>
  (action: unknown): boolean =>
    notified.match(action) &&
    action.payload.event === event &&
    Object.entries(expected).every(([name, value]) => action.payload.data[name] === value);
