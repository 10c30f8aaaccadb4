import { delay, put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { greeted, isHintOf } from '../../entities/live/slice.ts';
import { liveState } from '../../entities/live/state.ts';
import { serverState } from '../../entities/server/state.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { importsApi } from './api.ts';

/** An import reports every hundred rows; this is the shortest time between two reloads. */
const paceMs = 700;

function* importsSaga(): SagaGenerator<void> {
  let isDue = false;

  function* refresh(): SagaGenerator<void> {
    // The pending reload covers this change too.
    if (isDue) return;
    isDue = true;
    yield* delay(paceMs);
    isDue = false;
    yield* put(importsApi.util.invalidateTags(['Imports']));
  }

  yield* takeEvery(isHintOf('imports'), safely(refresh));
  yield* takeEvery(greeted, safely(refresh));
}

/** State for every page that shows imports. */
export const importsState: readonly StateModule[] = [serverState, liveState, { saga: importsSaga }];
