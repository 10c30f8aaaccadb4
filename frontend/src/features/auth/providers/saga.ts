import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { call, put, race, type SagaGenerator, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { messageOf } from '../../../lib/api-errors.ts';
import { leaveFor } from '../../../lib/leave-for.ts';
import type { StateModule } from '../../../lib/page-module.ts';
import { request } from '../../../lib/request.ts';
import { safely } from '../../../lib/safely.ts';
import { authTexts } from '../texts.ts';
import {
  cameBack,
  notLeft,
  providerChosen,
  providersKnown,
  providersLeft,
  providersNeeded,
  providersSlice,
  selectProviders,
} from './slice.ts';

const listProviders = () =>
  request<typeof accountCalls.listIdentityProviders>({ method: 'GET', path: '/api/auth/identity-providers' });

const beginSignIn = (provider: string, return_to: string) =>
  request<typeof accountCalls.beginIdentitySignIn>({
    method: 'POST',
    path: '/api/auth/identity-providers/:provider/sign-in',
    params: { provider },
    body: { return_to },
  });

function* load(): SagaGenerator<void> {
  const { list } = yield* select(selectProviders);
  if (list) return;
  try {
    const { providers } = yield* listProviders();
    yield* put(providersKnown(providers));
  } catch {
    // The form works without providers; the next visit tries again.
  }
}

function* leave({ payload }: ReturnType<typeof providerChosen>): SagaGenerator<void> {
  try {
    const { authorization_url } = yield* beginSignIn(payload.provider, payload.returnTo);
    yield* call(leaveFor, authorization_url);
    yield* put(cameBack());
  } catch (error) {
    yield* put(notLeft(messageOf(error, authTexts.providers.failed)));
  }
}

export function* providersSaga(): SagaGenerator<void> {
  yield* takeLeading(providersNeeded, safely(load));
  yield* takeLatest(providerChosen, function* (action): SagaGenerator<void> {
    yield* race([call(safely(leave), action), take(providersLeft)]);
  });
}

export const providersState: StateModule = { slice: providersSlice, saga: providersSaga };
