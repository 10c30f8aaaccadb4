import type { SessionState } from './slice.ts';

interface WithSession {
  readonly session: SessionState;
}

export const selectSession = (state: WithSession) => state.session;
/** The signed-in user; null when nobody is, or while that is not known yet. */
export const selectUser = (state: WithSession) => state.session.user;
/** Whose vault may be read: the signed-in user's; without a network that of the one who was signed in last. */
export const selectVaultOwner = ({ session }: WithSession) => session.user ?? session.reader;
