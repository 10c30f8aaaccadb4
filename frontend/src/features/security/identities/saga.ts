import { call, put, type SagaGenerator, takeLatest, takeLeading } from 'typed-redux-saga';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { leaveFor } from '../../../lib/leave-for.ts';
import type { StateModule } from '../../../lib/page-module.ts';
import { safely } from '../../../lib/safely.ts';
import { securityTexts } from '../texts.ts';
import { beginLink, listSignInMethods, unlink } from './api.ts';
import {
  cameBack,
  identitiesSlice,
  identityRefused,
  linkChosen,
  methodsFailed,
  methodsKnown,
  methodsNeeded,
  unlinked,
  unlinkRequested,
} from './slice.ts';

const texts = securityTexts.identities;

function* load(): SagaGenerator<void> {
  try {
    const { has_password, identities, providers } = yield* listSignInMethods();
    yield* put(methodsKnown({ has_password, identities, providers }));
  } catch {
    yield* put(methodsFailed());
  }
}

function* leave({ payload: provider }: ReturnType<typeof linkChosen>): SagaGenerator<void> {
  try {
    const { authorization_url } = yield* beginLink(provider);
    yield* call(leaveFor, authorization_url);
    yield* put(cameBack());
  } catch (error) {
    yield* put(identityRefused(messageOf(error, texts.linkFailed)));
  }
}

function* remove({ payload: identity }: ReturnType<typeof unlinkRequested>): SagaGenerator<void> {
  try {
    yield* unlink(identity.id);
    yield* put(unlinked(identity.id));
    yield* put(alertRaised({ tone: 'notice', text: texts.unlinked(identity.provider.name) }));
  } catch (error) {
    yield* put(identityRefused(messageOf(error, texts.unlinkFailed)));
  }
}

export function* identitiesSaga(): SagaGenerator<void> {
  yield* takeLatest(methodsNeeded, safely(load));
  yield* takeLatest(linkChosen, safely(leave));
  yield* takeLeading(unlinkRequested, safely(remove));
}

export const identitiesState: StateModule = { slice: identitiesSlice, saga: identitiesSaga };
