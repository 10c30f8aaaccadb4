import { call, delay, put, type SagaGenerator, select } from 'typed-redux-saga';
import type { FirstGames } from '../device/first-games.ts';
import { takePicture } from '../device/picture.ts';
import type { Context } from './context.ts';
import { selectLibrary } from './selectors.ts';
import { libraryActions } from './slice.ts';

/** Milliseconds of rest after which what is shown is noted for the next visit. */
const rests = 500;

/** Shows what the vault begins with before the whole has been read. */
export function* showFirst(reading: Promise<FirstGames | null>): SagaGenerator<void> {
  const games = yield* call(() => reading);
  if (games) yield* put(libraryActions.firstRead(games));
}

/** Notes it, unless what is kept has changed meanwhile: then it is soon shown anew, or no longer true. */
export function* noteFirst(
  context: Context,
  { payload }: ReturnType<typeof libraryActions.firstShown>,
): SagaGenerator<void> {
  const { changes } = context;
  const address = globalThis.location?.href;
  yield* delay(rests);
  if (context.changes !== changes) return;
  const { keptAt, error } = yield* select(selectLibrary);
  // Of the vault as it is at its best: not of another page, nor of a notice that the next visit may not show.
  const isVault = globalThis.location?.href === address && keptAt === null && error === null && !context.unreached;
  const picture = isVault ? takePicture() : undefined;
  yield* call(context.device.noteFirst, { ...payload, picture });
}
