import type { Activity, SignedInSession } from '@nightshelf/contracts';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { all, call, type SagaGenerator } from 'typed-redux-saga';
import { expect, test } from 'vitest';
import { type Alert, alertsSlice } from '../../entities/alerts/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { recordingVisits } from '../../testing/visits.ts';
import { activitySaga } from './activity/saga.ts';
import { type ActivityState, activityNeeded, activitySlice, moreRequested } from './activity/slice.ts';
import { identitiesSaga } from './identities/saga.ts';
import {
  type IdentitiesState,
  identitiesSlice,
  linkChosen,
  methodsNeeded,
  unlinkRequested,
} from './identities/slice.ts';
import { passwordSaga } from './password/saga.ts';
import { changeOpened, changeSubmitted, linkAsked, type PasswordState, passwordSlice } from './password/slice.ts';
import { sessionsSaga } from './sessions/saga.ts';
import {
  endOthersRequested,
  endRequested,
  type SessionsState,
  sessionsNeeded,
  sessionsSlice,
} from './sessions/slice.ts';

interface State {
  readonly activity: ActivityState;
  readonly identities: IdentitiesState;
  readonly password: PasswordState;
  readonly sessions: SessionsState;
  readonly alerts: readonly Alert[];
}

const reducer: Reducer<State> = combineReducers({
  activity: activitySlice.reducer,
  identities: identitiesSlice.reducer,
  password: passwordSlice.reducer,
  sessions: sessionsSlice.reducer,
  alerts: alertsSlice.reducer,
});

function* securitySagas(): SagaGenerator<void> {
  yield* all([call(activitySaga), call(identitiesSaga), call(passwordSaga), call(sessionsSaga)]);
}

const done = { success: true, message: '' };
const getSessions = 'GET /api/auth/sessions';
const getActivity = 'GET /api/auth/activity';
const getMethods = 'GET /api/auth/sign-in-methods';
const change = 'POST /api/auth/change-password';

function run(answers: Parameters<typeof answering>[0], ...actions: { type: string }[]) {
  const server = answering({ [getActivity]: { activity: [], has_more: false }, ...answers });
  const visits = recordingVisits();
  const saga = expectSaga(securitySagas).withReducer(reducer).provide([visits.providers, server.providers]);
  return actions
    .reduce((before, action) => before.dispatch(action), saga)
    .silentRun(60)
    .then(({ storeState }) => ({ state: storeState as State, made: server.made, visited: visits.visited }));
}

const textsOf = ({ alerts }: State) => alerts.map(({ text }) => text);

const aSession = (id: string, is_current = false): SignedInSession => ({
  id,
  device: 'Firefox on Windows',
  address: '192.0.2.7',
  created_at: '2026-03-01T10:00:00.000Z',
  last_seen_at: '2026-03-02T10:00:00.000Z',
  is_current,
});
const here = aSession('here', true);
const there = aSession('there');

const aLine = (id: string): Activity => ({
  id,
  kind: 'signed_in',
  at: '2026-03-01T10:00:00.000Z',
  device: null,
  address: null,
  detail: null,
});

const identity = {
  id: '00000000-0000-4000-8000-000000000011',
  provider: { id: 'demo', name: 'Demo ID' },
  email: null,
  linked_at: '2026-03-01T10:00:00.000Z',
  last_used_at: null,
};
const methods = { has_password: true, identities: [identity], providers: [identity.provider] };

test('one session ends, and the trail is read again', async () => {
  const { state, made } = await run(
    { [getSessions]: { sessions: [here, there] }, 'DELETE /api/auth/sessions/:id': done },
    sessionsNeeded(),
    endRequested(there),
  );
  expect(state.sessions).toMatchObject({ list: [here], ending: [], error: null });
  expect(made.map(({ path }) => path)).toContain('/api/auth/activity');
  expect(textsOf(state)).toEqual(['The session on Firefox on Windows has ended.']);
});

test('a session that is gone already counts as ended', async () => {
  const { state } = await run(
    { [getSessions]: { sessions: [here, there] }, 'DELETE /api/auth/sessions/:id': failure(404, 'auth.no_session') },
    sessionsNeeded(),
    endRequested(there),
  );
  expect(state.sessions.list).toEqual([here]);
});

test('a session that could not be ended stays, with a message', async () => {
  const { state } = await run(
    { [getSessions]: { sessions: [here, there] }, 'DELETE /api/auth/sessions/:id': new NetworkError('down') },
    sessionsNeeded(),
    endRequested(there),
  );
  expect(state.sessions.list).toEqual([here, there]);
  expect(state.sessions.error).toBe('The session could not be ended. Please try again.');
});

test('all other sessions end at once', async () => {
  const { state } = await run(
    { [getSessions]: { sessions: [here, there] }, 'DELETE /api/auth/sessions': { ...done, ended_count: 1 } },
    sessionsNeeded(),
    endOthersRequested(),
  );
  expect(state.sessions.list).toEqual([here]);
  expect(textsOf(state)).toEqual(['1 other session ended.']);
});

test('sessions that cannot be loaded say so', async () => {
  const { state } = await run({ [getSessions]: new NetworkError('down') }, sessionsNeeded());
  expect(state.sessions.status).toBe('failed');
});

const newPassword = changeSubmitted({
  current_password: 'Analytical#1',
  password: 'Difference#2',
  confirm_password: 'Difference#2',
});

test('a changed password closes the form, and the sessions are read again', async () => {
  const { state } = await run({ [change]: done, [getSessions]: { sessions: [here] } }, changeOpened(), newPassword);
  expect(state.password.changing).toBe(false);
  expect(state.sessions.list).toEqual([here]);
  expect(textsOf(state)).toEqual(['Your password is changed. You are signed out everywhere else.']);
});

test('a wrong current password is said on its field', async () => {
  const wrong = failure(422, 'auth.invalid', 'Please check.', { current_password: ['Current password is wrong'] });
  const { state } = await run({ [change]: wrong }, changeOpened(), newPassword);
  expect(state.password).toMatchObject({
    changing: true,
    submission: { busy: false, fieldErrors: { current_password: 'Current password is wrong' } },
  });
});

test('a first password is set by a link to the account’s own address', async () => {
  const { state, made } = await run({ 'POST /api/auth/forgot-password': done }, linkAsked('night_owl'));
  expect(made[0]?.body).toEqual({ username_or_email: 'night_owl' });
  expect(state.password.link).toBe('sent');
});

test('an account is unlinked', async () => {
  const { state } = await run(
    { [getMethods]: methods, 'DELETE /api/auth/identities/:id': done },
    methodsNeeded(),
    unlinkRequested(identity),
  );
  expect(state.identities).toMatchObject({ methods: { identities: [] }, unlinking: null });
  expect(textsOf(state)).toEqual(['Demo ID is no longer linked.']);
});

test('the last way in stays, with the server’s reason', async () => {
  const last = failure(409, 'auth.last_way_in', 'This is the only way into your account.');
  const { state } = await run(
    { [getMethods]: methods, 'DELETE /api/auth/identities/:id': last },
    methodsNeeded(),
    unlinkRequested(identity),
  );
  expect(state.identities).toMatchObject({ methods, error: 'This is the only way into your account.' });
});

test('linking leads to the provider', async () => {
  const begin = 'POST /api/auth/identity-providers/:provider/link';
  const { visited } = await run({ [begin]: { authorization_url: 'https://id.example.org/' } }, linkChosen('demo'));
  expect(visited).toEqual(['https://id.example.org/']);
});

test('more of the trail follows what is there', async () => {
  const pages = ({ query }: { readonly query?: unknown }) =>
    (query as { before?: string }).before === 'b'
      ? { activity: [aLine('c')], has_more: false }
      : { activity: [aLine('a'), aLine('b')], has_more: true };
  const first = await run({ [getActivity]: pages }, activityNeeded());
  expect(first.state.activity).toMatchObject({ status: 'ready', hasMore: true });
  const server = answering({ [getActivity]: pages });
  const { storeState } = await expectSaga(activitySaga)
    .withReducer(reducer, first.state)
    .provide(server.providers)
    .dispatch(moreRequested())
    .silentRun(40);
  expect(storeState.activity.lines.map(({ id }: Activity) => id)).toEqual(['a', 'b', 'c']);
  expect(storeState.activity.hasMore).toBe(false);
});
