import type { ReviewsState } from './slice.ts';

export const selectReviews = (state: { readonly reviews: ReviewsState }) => state.reviews;
