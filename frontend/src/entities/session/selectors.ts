import type { SessionState } from './slice.ts';

interface WithSession {
  readonly session: SessionState;
}

export const selectSession = (state: WithSession) => state.session;
/** Returns the signed-in user; null for visitors and until the session check has finished. */
export const selectUser = (state: WithSession) => state.session.user;
/** Returns the user's account; offline, the last known account of the last user. */
export const selectAccount = ({ session }: WithSession) =>
  session.user ?? (session.reader ?? session.presumed)?.account ?? null;
/** Whether a user reads their stored data while the server is unreachable. */
export const selectIsOffline = ({ session }: WithSession) => session.reader !== null;
/** Returns whose vault may be read: the signed-in user's, or the last user's while offline or unverified. */
export const selectVaultOwner = ({ session }: WithSession) => session.user ?? session.reader ?? session.presumed;
