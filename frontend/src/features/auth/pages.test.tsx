// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { verified } from '../../entities/session/slice.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { failure } from '../../test/answers.ts';
import { aUser } from '../../test/builders.ts';
import { patience } from '../../test/patience.ts';
import { onScreen } from '../../test/screen.tsx';
import { serverStore } from '../../test/server-store.ts';
import { page as login } from './login-page.tsx';
import { page as register } from './register-page.tsx';
import { SecondStep } from './second-step.tsx';

const passkey = vi.hoisted(() => ({ answer: Promise.withResolvers<object>(), asked: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: () => {
    passkey.asked();
    return passkey.answer.promise;
  },
}));
vi.mock('../../lib/leave-for.ts', () => ({ leaveFor: vi.fn(async () => {}) }));
vi.stubGlobal('isSecureContext', true);
vi.stubGlobal('PublicKeyCredential', class {});

const [signIn, signUp, passkeyOptions] = [
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/passkey-challenges',
];
const begin = 'POST /api/auth/identity-providers/:provider/sign-in';

afterEach(() => vi.clearAllMocks());

/** Opens a page as a visitor; `answer` answers the requests of the held endpoint in order. */
async function visit({ Page }: typeof login, held: string, others: Parameters<typeof serverStore>[0] = {}) {
  const answers: PromiseWithResolvers<object | Error>[] = [];
  const hold = () => {
    const answer = Promise.withResolvers<object | Error>();
    answers.push(answer);
    return answer.promise;
  };
  const server = serverStore({
    'GET /api/auth/identity-providers': { providers: [{ id: 'demo', name: 'Demo ID' }] },
    [passkeyOptions]: { options: {} },
    ...others,
    [held]: hold,
  });
  server.store.dispatch(verified(null));
  const screen = await onScreen(server.store, <Page />);
  const answer = async (which: number, outcome: object | Error) => {
    await screen.found(() => answers[which]);
    await screen.answered(() => answers[which]?.resolve(outcome));
  };
  const submitLogin = async (name: string) => {
    await screen.fill('Username or email', name);
    await screen.fill('Password', 'Passw0rd!');
    await screen.press('Sign in');
  };
  const submitRegistration = async () => {
    await screen.fill('Username', 'night_owl');
    await screen.fill('Email', 'owl@example.org');
    await screen.fill('Password', 'Analytical#1');
    await screen.fill('Confirm password', 'Analytical#1');
    await screen.press('Create account');
  };
  const user = () => server.state().session.user?.username;
  return { ...screen, ...server, answer, answers, submitLogin, submitRegistration, user };
}

const alert = () => document.querySelector('[role=alert]')?.textContent;
const RegisterPage = register.Page;
const LoginPage = login.Page;

test('does not show a late error, nor the second step, on a form that was opened later', async () => {
  const { show, submitLogin, found, answers, made } = await visit(login, signIn);
  await submitLogin('owl');
  await found(() => answers[0]);
  await show(<RegisterPage />);
  expect(made.find(({ address }) => address === '/api/auth/login')?.aborted()).toBe(true);
  await show(<LoginPage key="again" />);
  expect(alert()).toBeUndefined();
  expect(document.body.textContent).not.toContain('One more step');
});

test('keeps the second user signed in when the first sign-in is answered late', async () => {
  const { show, submitLogin, found, answer, answers, user } = await visit(login, signIn);
  await submitLogin('first');
  await found(() => answers[0]);
  await show(<LoginPage key="again" />);
  await submitLogin('second');
  await answer(1, { user: aUser() });
  await answer(0, { user: aUser({ username: 'first' }) });
  expect(user()).toBe('night_owl');
});

test('signs in when the account is created after the form was left', async () => {
  const { show, submitRegistration, answer, found, answers, user } = await visit(register, signUp);
  await submitRegistration();
  await found(() => answers[0]);
  await show(null);
  await answer(0, { user: aUser() });
  expect(user()).toBe('night_owl');
});

test('shows no provider when their list cannot be loaded', async () => {
  const { found, made } = await visit(login, signIn, { 'GET /api/auth/identity-providers': failure(500, 'internal') });
  await found(() => made[0]);
  expect(document.body.textContent).not.toContain('Continue with Demo ID');
  expect(alert()).toBeUndefined();
});

test.each([
  ['Demo ID cannot be reached.', 'Demo ID cannot be reached.'],
  ['', 'Couldn’t reach the provider. Please try again.'],
])('shows an error when the provider is unavailable: %j', async (message, text) => {
  const { press, answer, found } = await visit(login, begin);
  await press('DContinue with Demo ID');
  await answer(0, failure(503, 'auth.identity_provider_unavailable', message));
  await found(() => alert() === text || null);
  expect(leaveFor).not.toHaveBeenCalled();
});

test('opens the chosen provider, but not after the user has left the page', async () => {
  const { press, show, answer, answers, found } = await visit(login, begin);
  await press('DContinue with Demo ID');
  await answer(0, { authorization_url: 'https://id.example.org/1' });
  expect(leaveFor).toHaveBeenCalledWith('https://id.example.org/1');
  await press('DContinue with Demo ID');
  await found(() => answers[1]);
  await show(null);
  await answer(1, { authorization_url: 'https://id.example.org/2' });
  expect(leaveFor).toHaveBeenCalledTimes(1);
});

test('does not show a late passkey error on another form', async () => {
  const { press, show, answered } = await visit(login, signIn);
  await press('Continue with a passkey');
  await vi.waitFor(() => expect(passkey.asked).toHaveBeenCalled(), patience);
  await show(<RegisterPage />);
  await answered(() => passkey.answer.reject(new Error('broken')));
  expect(alert()).toBeUndefined();
});

const onStartOver = vi.fn();
const SecondStepPage = () => <SecondStep onStartOver={onStartOver} />;

test('ignores a late refusal of a second step that was left', async () => {
  const { show, answer, answers, found } = await visit({ Page: SecondStepPage }, 'GET /api/auth/second-factor');
  await found(() => answers[0]);
  await show(null);
  await answer(0, failure(404, 'auth.no_second_step'));
  expect(onStartOver).not.toHaveBeenCalled();
});
