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

/** Loads the vault, which then sends the pending changes; a page that already shows it makes no extra request. */
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

/** Sends pending changes from any page, since most pages do not load the vault. */
export const waitingState: StateModule = { saga: whenSignedIn };
