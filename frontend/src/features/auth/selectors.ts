import type { AuthState } from './slice.ts';

export const selectAuth = (state: { readonly auth: AuthState }) => state.auth;
