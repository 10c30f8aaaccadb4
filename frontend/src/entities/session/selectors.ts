import type { SessionState } from './slice.ts';

interface WithSession {
  readonly session: SessionState;
}

export const selectSession = (state: WithSession) => state.session;
/** The signed-in user; null when nobody is, or while that is not known yet. */
export const selectUser = (state: WithSession) => state.session.user;
