import { prefetchGames } from './prefetch-games.ts';
import { registerWorker } from './register-worker.ts';
import { listenForUndo } from './undo-key.ts';

/** Nothing that is seen waits for it. */
export function startLater(): void {
  prefetchGames();
  listenForUndo();
  registerWorker();
}
