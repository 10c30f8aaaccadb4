import { call, type SagaGenerator } from 'typed-redux-saga';
import { atRest } from '../../lib/at-rest.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { loadCode } from '../../lib/resend.ts';
import { untilOnline } from '../../lib/until-online.ts';
import { liveSlice } from './slice.ts';

/** The first page does not wait for it, nor do its scripts grow by it. */
function* loadAndFollow(): SagaGenerator<void> {
  yield* call(atRest);
  while (true) {
    try {
      const { liveSaga } = yield* call(() => loadCode(() => import('./saga.ts')));
      return yield* liveSaga();
    } catch (error) {
      console.error(error);
    }
    yield* untilOnline();
  }
}

/** Of pages that show what others change, and of all of them once the first is there. */
export const liveState: StateModule = { slice: liveSlice, saga: loadAndFollow };
