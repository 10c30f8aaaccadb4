import { selectWaiting } from '../../entities/library/selectors.ts';
import type { LibraryState } from '../../entities/library/slice.ts';
import { selectVaultOwner } from '../../entities/session/selectors.ts';
import type { SessionState } from '../../entities/session/slice.ts';
import { unread } from '../../features/notifications/unread.ts';

interface State {
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
function countIn({ session, library }: State): number | null {
  if (!selectVaultOwner({ session })) return session.known ? 0 : null;
  const waiting = library ? selectWaiting({ library }) : 0;
  const known = unread.count();
  return known === null && waiting === 0 ? null : waiting + (known ?? 0);
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
  const leave = [store.subscribe(show), unread.subscribe(show)];
  return () => {
    for (const end of leave) end();
  };
}
