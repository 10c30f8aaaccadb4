import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { afterEach, expect, test, vi } from 'vitest';
import { aGame, anEntry } from '../../test/builders.ts';
import { blankEntry } from '../entry-form/entry-form-values.ts';
import { addRequested, libraryActions } from '../library/slice.ts';
import { additionsSaga } from './saga.ts';
import { addFormClosed, addFormOpened, additionsSlice } from './slice.ts';

const reducer = combineReducers({ additions: additionsSlice.reducer });
const after = (...actions: { type: string }[]) =>
  actions.reduce(reducer, reducer(undefined, { type: 'start' })).additions;
const refused = libraryActions.addFailed({ guid: '3030-1', errors: { rating: 'Too good' } });

afterEach(() => {
  vi.useRealTimers();
});

test('keeps one form open at a time', () => {
  expect(after(addFormOpened('3030-1'), addFormOpened('3030-2')).formFor).toBe('3030-2');
  expect(after(addFormOpened('3030-1'), addFormClosed()).formFor).toBeNull();
});

test('closes the form when its own game is added, not another', () => {
  expect(after(addFormOpened('3030-1'), libraryActions.added(anEntry())).formFor).toBeNull();
  expect(after(addFormOpened('3030-2'), libraryActions.added(anEntry())).formFor).toBe('3030-2');
});

test('keeps a rejected form open with its errors until it is resent', () => {
  expect(after(addFormOpened('3030-1'), refused)).toMatchObject({
    formFor: '3030-1',
    refusals: { rating: 'Too good' },
  });
  const again = addRequested({ game: aGame(), fields: blankEntry });
  expect(after(addFormOpened('3030-1'), refused, again).refusals).toEqual({});
});

test("shows 'Added!' for two seconds", async () => {
  vi.useFakeTimers();
  const saga = expectSaga(additionsSaga).withReducer(reducer).dispatch(libraryActions.added(anEntry()));
  const seen: object[] = [];
  const done = saga.silentRun(2500).then(({ storeState }) => seen.push(storeState.additions.justAdded));
  const early = expectSaga(additionsSaga).withReducer(reducer).dispatch(libraryActions.added(anEntry()));
  const earlyDone = early.silentRun(1900).then(({ storeState }) => seen.push(storeState.additions.justAdded));
  await vi.advanceTimersByTimeAsync(3000);
  await Promise.all([done, earlyDone]);
  expect(seen).toEqual([{ '3030-1': true }, {}]);
});
