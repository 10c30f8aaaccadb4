import type { Task } from 'redux-saga';
import { call, cancel, fork, put, type SagaGenerator, select, take } from 'typed-redux-saga';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { getGame } from './api.ts';
import { gameApproached } from './approached.ts';
import { selectDetails } from './selectors.ts';
import { gameFailed, gameLeft, gameLoaded, gameOpened, gameSlice } from './slice.ts';
import { gameTexts } from './texts.ts';

/** Milliseconds for which a loaded game is shown without asking again. */
const freshFor = 5 * 60_000;

/** An unknown game, or an address that cannot be a game's. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && [400, 404, 422].includes(error.status);

function* loadGame(guid: string): SagaGenerator<void> {
  const known = yield* select(selectDetails, guid);
  const now = yield* call(Date.now);
  if (known && !known.stale && now - known.at < freshFor) return;
  try {
    const { game, stale } = yield* getGame(guid);
    yield* put(gameLoaded({ guid, game, stale, at: now }));
  } catch (error) {
    const final = isMissing(error);
    const text = final ? gameTexts.notFoundText : messageOf(error, gameTexts.failed);
    yield* put(gameFailed({ guid, text, final }));
  }
}

type Wish = ReturnType<typeof gameOpened | typeof gameApproached | typeof gameLeft>;

interface Load {
  readonly guid: string;
  readonly task: Task;
  /** For a page that is open, not for one that may be visited. */
  readonly open: boolean;
}

const ifRunning = (load: Load | null): Load | null => (load?.task.isRunning() ? load : null);

/**
 * One load at a time: another game that is wished for ends the load before, on the network too. A page that opens takes
 * over the load that its link has begun.
 */
export function* gameSaga(): SagaGenerator<void> {
  let load: Load | null = null;
  while (true) {
    const action = yield* take<Wish>([gameOpened.type, gameApproached.type, gameLeft.type]);
    const guid = action.payload;
    const running = ifRunning(load);
    if (gameLeft.match(action)) {
      if (running?.guid === guid) yield* cancel(running.task);
      continue;
    }
    const open = gameOpened.match(action);
    if (running?.open && !open) continue;
    if (running && running.guid !== guid) yield* cancel(running.task);
    const task: Task = running?.guid === guid ? running.task : yield* fork(safely(loadGame), guid);
    load = { guid, task, open };
  }
}

export const gameState: StateModule = { slice: gameSlice, saga: gameSaga };
