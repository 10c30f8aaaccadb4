import { call, fork, put, type SagaGenerator, select, takeLatest } from 'typed-redux-saga';
import { hasUnsent } from '../../entities/device/has-unsent.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { signedIn, verified } from '../../entities/session/slice.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { loadCode } from '../../lib/resend.ts';
import { safely } from '../../lib/safely.ts';
import { install } from '../store.ts';

const loadLibrary = () =>
  loadCode(() => Promise.all([import('../../entities/library/saga.ts'), import('../../entities/library/slice.ts')]));

/** Asks for what has changed since, after which what waits is sent; of a page that shows the vault it asks nothing new. */
function* sendWaiting(): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (!user || !(yield* call(hasUnsent, user.id))) return;
  const [{ libraryState }, { libraryNeeded }] = yield* call(loadLibrary);
  install([libraryState]);
  yield* put(libraryNeeded());
}

function* whenSignedIn(): SagaGenerator<void> {
  yield* takeLatest([verified.type, signedIn.type], safely(sendWaiting));
  yield* fork(safely(sendWaiting));
}

/** Has what was done without a network sent, whichever page is open: most do without the vault, and do not load it. */
export const waitingState: StateModule = { saga: whenSignedIn };
