import { defineCall } from '../call.ts';
import { wholeLibrary } from '../library-answers.ts';
import { listLibrary } from './library.ts';

const { query: _, ...call } = listLibrary;

/** `listLibrary` without `since`, which always returns the whole vault. Not a separate call. */
export const listWholeLibrary = defineCall('GET /api/games/library', { ...call, answer: wholeLibrary });
