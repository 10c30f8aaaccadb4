import { liveState } from '../../entities/live/state.ts';
import { notificationsState } from '../../features/notifications/saga.ts';
import { atRest } from '../../lib/at-rest.ts';
import { install, store } from '../store.ts';
import { prefetchGames } from './prefetch-games.ts';
import { registerWorker } from './register-worker.ts';
import { waitingState } from './send-waiting.ts';
import { listenForUndo } from './undo-key.ts';

/** Starts work that nothing visible waits for. */
export async function beginLater(): Promise<void> {
  prefetchGames();
  listenForUndo();
  await atRest();
  install([liveState, notificationsState, waitingState]);
  registerWorker();
  if ('setAppBadge' in navigator)
    import('./badge.ts').then(({ followBadge }) => followBadge(store, navigator), console.error);
}
