import { defineCall } from '../call.ts';
import { wholeLibrary } from '../library-answers.ts';
import { listLibrary } from './library.ts';

const { query: _, ...call } = listLibrary;

/** `listLibrary` without `since`, which always answers with the whole vault. Not a call of its own. */
export const listWholeLibrary = defineCall({ ...call, answer: wholeLibrary });
