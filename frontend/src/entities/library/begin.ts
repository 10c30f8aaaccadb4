import { call, delay, put, type SagaGenerator, select } from 'typed-redux-saga';
import type { FirstGames } from '../device/first-games.ts';
import { takePicture } from '../device/picture.ts';
import type { Context } from './context.ts';
import { selectLibrary } from './selectors.ts';
import { libraryActions } from './slice.ts';

/** Milliseconds without a change after which the shown games are noted for the next visit. */
const rests = 500;

/** Shows the noted first games while the whole vault is still being read. */
export function* showFirst(reading: Promise<FirstGames | null>): SagaGenerator<void> {
  const games = yield* call(() => reading);
  if (games) yield* put(libraryActions.firstRead(games));
}

/** Notes the shown games for the next visit, unless the vault changed while they were on screen. */
export function* noteFirst(
  context: Context,
  { payload }: ReturnType<typeof libraryActions.firstShown>,
): SagaGenerator<void> {
  const { changes } = context;
  const address = globalThis.location?.href;
  yield* delay(rests);
  if (context.changes !== changes) return;
  const { keptAt, error } = yield* select(selectLibrary);
  // Take the picture only of a healthy vault page: the next visit might not show the same notice.
  const isVault = globalThis.location?.href === address && keptAt === null && error === null && !context.unreached;
  const picture = isVault ? takePicture() : undefined;
  yield* call(context.device.noteFirst, { ...payload, picture });
}
