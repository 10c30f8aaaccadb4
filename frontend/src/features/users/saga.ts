import { fork, type SagaGenerator } from 'typed-redux-saga';
import { followSaga } from './follow-saga.ts';
import { pageSaga } from './page-saga.ts';
import { searchSaga } from './search-saga.ts';

export function* usersSaga(): SagaGenerator<void> {
  yield* fork(searchSaga);
  yield* fork(pageSaga);
  yield* fork(followSaga);
}
