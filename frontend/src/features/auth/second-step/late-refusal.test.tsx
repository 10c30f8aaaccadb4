// @vitest-environment jsdom
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { verified } from '../../../entities/session/slice.ts';
import { failure } from '../../../testing/answers.ts';
import { onScreen } from '../../../testing/screen.tsx';
import { serverStore } from '../../../testing/server-store.ts';
import { SecondStep } from './second-step.tsx';

let place = '';
function Place() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    place = pathname + search;
  }, [pathname, search]);
  return null;
}

test('ignores a late refusal of a second step that was left', async () => {
  const waiting = Promise.withResolvers<Error>();
  const { store, made } = serverStore({ 'GET /api/auth/second-factor': () => waiting.promise });
  store.dispatch(verified(null));
  const screen = await onScreen(
    store,
    <>
      <Place />
      <SecondStep />
    </>,
  );
  await screen.found(() => made[0]);
  await screen.show(<Place />);
  const before = place;
  await screen.answered(() => waiting.resolve(failure(404, 'auth.no_second_step')));
  expect(place).toBe(before);
  await screen.leave();
});
