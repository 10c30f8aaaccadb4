import { fork, type SagaGenerator } from 'typed-redux-saga';
import type { StateModule } from '../../lib/page-module.ts';
import { followSaga } from './follow-saga.ts';
import { pageSaga } from './page-saga.ts';
import { searchSaga } from './search-saga.ts';
import { usersSlice } from './slice.ts';

function* usersSaga(): SagaGenerator<void> {
  yield* fork(searchSaga);
  yield* fork(pageSaga);
  yield* fork(followSaga);
}

export const usersState: StateModule = { slice: usersSlice, saga: usersSaga };
