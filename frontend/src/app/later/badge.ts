import { selectWaiting } from '../../entities/library/selectors.ts';
import type { LibraryState } from '../../entities/library/slice.ts';
import type { WithServer } from '../../entities/server/end-unwanted.ts';
import { selectVaultOwner } from '../../entities/session/selectors.ts';
import type { SessionState } from '../../entities/session/slice.ts';
import { selectUnread } from '../../features/notifications/api.ts';

interface State extends Partial<WithServer> {
  readonly session: SessionState;
  /** Present once a page has needed the vault, or changes are pending. */
  readonly library?: LibraryState;
}

interface Store {
  readonly getState: () => unknown;
  readonly subscribe: (listener: () => void) => () => void;
}

type Badge = Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>;

/** Returns the badge count; null while it is unknown. */
function countIn({ session, library, server }: State): number | null {
  if (!selectVaultOwner({ session })) return session.known ? 0 : null;
  const waiting = library ? selectWaiting({ library }) : 0;
  const unread = server && selectUnread({ server });
  return unread === undefined && waiting === 0 ? null : waiting + (unread ?? 0);
}

/** Shows the number of pending changes and unread notifications on the app's badge, and clears it after the session. */
export function followBadge(store: Store, badge: Badge): () => void {
  let shown: number | null = null;
  const show = () => {
    const count = countIn(store.getState() as State);
    if (count === null || count === shown) return;
    shown = count;
    // Ignore it: browsers reject badges where the app is not installed.
    (count > 0 ? badge.setAppBadge(count) : badge.clearAppBadge()).catch(() => {});
  };
  show();
  return store.subscribe(show);
}
