import type { Video } from '@nightshelf/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface ReviewsState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly videos: readonly Video[];
  readonly error: string | null;
}

const initialState: ReviewsState = { status: 'loading', videos: [], error: null };

export const reviewsSlice = createSlice({
  name: 'reviews',
  initialState,
  reducers: {
    /** The home page is open. Videos of an earlier visit stay on screen while newer ones are fetched. */
    reviewsNeeded: (state) => (state.status === 'ready' ? state : initialState),
    reviewsLoaded: (_state, { payload }: PayloadAction<readonly Video[]>) => ({
      status: 'ready' as const,
      videos: payload,
      error: null,
    }),
    reviewsFailed: (state, { payload }: PayloadAction<string>) =>
      state.status === 'ready' ? state : { ...initialState, status: 'failed' as const, error: payload },
  },
});

export const { reviewsNeeded, reviewsLoaded, reviewsFailed } = reviewsSlice.actions;
