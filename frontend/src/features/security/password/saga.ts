import { put, type SagaGenerator, takeLeading } from 'typed-redux-saga';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import type { StateModule } from '../../../lib/page-module.ts';
import { safely } from '../../../lib/safely.ts';
import { refusalOf } from '../../../lib/submission.ts';
import { securityTexts } from '../texts.ts';
import { askForLink, changePassword } from './api.ts';
import {
  changeRefused,
  changeSubmitted,
  linkAsked,
  linkNotSent,
  linkSent,
  passwordChanged,
  passwordSlice,
} from './slice.ts';

const texts = securityTexts.password;

function* change({ payload }: ReturnType<typeof changeSubmitted>): SagaGenerator<void> {
  try {
    yield* changePassword(payload);
    yield* put(passwordChanged());
    yield* put(alertRaised({ tone: 'notice', text: texts.changed }));
  } catch (error) {
    yield* put(changeRefused(refusalOf(error, texts.failed)));
  }
}

function* sendLink({ payload: username }: ReturnType<typeof linkAsked>): SagaGenerator<void> {
  try {
    yield* askForLink(username);
    yield* put(linkSent());
  } catch (error) {
    yield* put(linkNotSent(messageOf(error, texts.notSent)));
  }
}

export function* passwordSaga(): SagaGenerator<void> {
  yield* takeLeading(changeSubmitted, safely(change));
  yield* takeLeading(linkAsked, safely(sendLink));
}

export const passwordState: StateModule = { slice: passwordSlice, saga: passwordSaga };
