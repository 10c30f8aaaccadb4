import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type Topic, without } from './topics.ts';

/** That something has changed, not what it is now: whoever shows it asks. It may be lost, late or told twice. */
export interface Hint {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface LiveState {
  /** What this tab shows. */
  readonly topics: readonly Topic[];
}

const initialState: LiveState = { topics: [] };

export const liveSlice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    topicOpened: ({ topics }, { payload }: PayloadAction<Topic>): LiveState => ({ topics: [...topics, payload] }),
    topicClosed: ({ topics }, { payload }: PayloadAction<Topic>): LiveState => ({ topics: without(topics, payload) }),
    hinted: (_state, _action: PayloadAction<Hint>) => {},
    /** From now on this tab is told of changes: what has changed before is asked for, once. Until streams get through, now and then. */
    greeted: () => {},
  },
});

export const { topicOpened, topicClosed, hinted, greeted } = liveSlice.actions;

export const selectTopics = (state: { readonly live: LiveState }) => state.live.topics;

/** For takers of hints: those of one event whose data say so. */
export const isHintOf =
  (event: string, said: Hint['data'] = {}) =>
  (action: unknown): boolean =>
    hinted.match(action) &&
    action.payload.event === event &&
    Object.entries(said).every(([name, value]) => action.payload.data[name] === value);
