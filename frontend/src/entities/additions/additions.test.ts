import { combineReducers } from '@reduxjs/toolkit';
import { expect, test } from 'vitest';
import { aGame, anEntry } from '../../test/builders.ts';
import { blankEntry } from '../entry-form/entry-form-values.ts';
import { addRequested, libraryActions } from '../library/slice.ts';
import { addFormClosed, addFormOpened, additionsSlice } from './slice.ts';

const reducer = combineReducers({ additions: additionsSlice.reducer });
const after = (...actions: { type: string }[]) =>
  actions.reduce(reducer, reducer(undefined, { type: 'start' })).additions;
const refused = libraryActions.addFailed({ guid: '3030-1', errors: { rating: 'Too good' } });

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
