// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { verified } from '../../entities/session/slice.ts';
import { failure } from '../../test/answers.ts';
import { aUser } from '../../test/builders.ts';
import { onScreen } from '../../test/screen.tsx';
import { serverStore } from '../../test/server-store.ts';
import { ChooseUsernamePage } from './choose-username-page.tsx';

const get = 'GET /api/auth/pending-identity';
const post = 'POST /api/auth/pending-identity';
const pending = { provider: { id: 'demo', name: 'Demo ID' }, suggested_username: 'ada_l', email: 'ada@example.org' };
const taken = failure(422, 'auth.taken', 'Please check.', { username: ['Username is already taken'] });
const gone = failure(404, 'auth.no_pending_identity');

async function visit(responses: Parameters<typeof serverStore>[0]) {
  const server = serverStore({ [get]: pending, ...responses });
  server.store.dispatch(verified(null));
  const screen = await onScreen(server.store, <ChooseUsernamePage />);
  return { ...server, ...screen };
}

test.each([
  ['This sign-in has expired', gone],
  ['Couldn’t load your sign-in.', failure(500, 'internal')],
])('reports without a pending sign-in: %s', async (text, error) => {
  const { reads } = await visit({ [get]: error });
  await reads(text);
});

test.each([
  ['Username is already taken', taken],
  ['This sign-in has expired', gone],
])('reports a refused choice: %s', async (text, error) => {
  const { press, reads } = await visit({ [post]: error });
  await press('Create account');
  await reads(text);
});

test('signs in when the account is created after the page was left, and shows no late error on another visit', async () => {
  const answers: PromiseWithResolvers<object | Error>[] = [];
  const { press, show, found, answered, state } = await visit({
    [post]: () => {
      const answer = Promise.withResolvers<object | Error>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const choose = async (times: number) => {
    await press('Create account');
    await found(() => answers[times - 1]);
  };
  await choose(1);
  await show(<ChooseUsernamePage key="again" />);
  await choose(2);
  await answered(() => answers[0]?.resolve(taken));
  expect(document.body.textContent).not.toContain('Username is already taken');
  await show(null);
  await answered(() => answers[1]?.resolve({ user: aUser(), return_to: '/library' }));
  expect(state().session.user).toEqual(aUser());
});
