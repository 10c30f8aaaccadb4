import type { Activity } from '@nightshelf/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn, signedOut } from '../../../entities/session/slice.ts';
import type { LoadStatus } from '../load-status.ts';

export interface ActivityState {
  readonly status: LoadStatus;
  /** Newest first. */
  readonly lines: readonly Activity[];
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly error: string | null;
}

interface Page {
  readonly lines: readonly Activity[];
  readonly hasMore: boolean;
}

const initialState: ActivityState = { status: 'loading', lines: [], hasMore: false, loadingMore: false, error: null };

export const activitySlice = createSlice({
  name: 'activity',
  initialState,
  reducers: {
    activityNeeded: (state): ActivityState => ({
      ...state,
      status: state.lines.length > 0 ? 'ready' : 'loading',
      error: null,
    }),
    activityKnown: (_state, { payload }: PayloadAction<Page>): ActivityState => ({
      ...initialState,
      ...payload,
      status: 'ready',
    }),
    activityFailed: (state): ActivityState => ({ ...state, status: state.lines.length > 0 ? 'ready' : 'failed' }),
    moreRequested: (state): ActivityState => ({ ...state, loadingMore: true, error: null }),
    moreKnown: (state, { payload }: PayloadAction<Page>): ActivityState => ({
      ...state,
      loadingMore: false,
      lines: [...state.lines, ...payload.lines],
      hasMore: payload.hasMore,
    }),
    moreFailed: (state, { payload }: PayloadAction<string>): ActivityState => ({
      ...state,
      loadingMore: false,
      error: payload,
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedIn, () => initialState).addCase(signedOut, () => initialState);
  },
});

export const { activityNeeded, activityKnown, activityFailed, moreRequested, moreKnown, moreFailed } =
  activitySlice.actions;

export const selectActivity = (state: { readonly activity: ActivityState }) => state.activity;
