import { call, delay, put, type SagaGenerator } from 'typed-redux-saga';
import type { FirstGames } from '../device/first-games.ts';
import { takePicture } from '../device/picture.ts';
import type { Context } from './context.ts';
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
  yield* delay(rests);
  if (context.changes !== changes) return;
  const picture = context.unreached ? undefined : takePicture();
  yield* call(context.device.noteFirst, { ...payload, picture });
}
