import { call, type SagaGenerator } from 'typed-redux-saga';
import { atRest } from '../../lib/at-rest.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { loadCode } from '../../lib/resend.ts';
import { untilOnline } from '../../lib/until-online.ts';
import { liveSlice } from './slice.ts';

/** Loads the code after the first page, whose scripts stay small. */
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

/** For pages that show remote changes, and for all pages once the first is loaded. */
export const liveState: StateModule = { slice: liveSlice, saga: loadAndFollow };
