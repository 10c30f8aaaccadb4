import type { SessionState } from './slice.ts';

interface WithSession {
  readonly session: SessionState;
}

export const selectSession = (state: WithSession) => state.session;
/** The signed-in user; null when nobody is, or while that is not known yet. */
export const selectUser = (state: WithSession) => state.session.user;
/** Their account; without a network, as the server last told of it to whoever was signed in last. */
export const selectAccount = ({ session }: WithSession) =>
  session.user ?? (session.reader ?? session.presumed)?.account ?? null;
/** Somebody reads what was kept of theirs, since the server was not reached to ask who they are. */
export const selectIsOffline = ({ session }: WithSession) => session.reader !== null;
/** Whose vault may be read: the signed-in user's; without a network, or while that is asked, that of whoever was last. */
export const selectVaultOwner = ({ session }: WithSession) => session.user ?? session.reader ?? session.presumed;
