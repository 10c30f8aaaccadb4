import type { OwnUser } from '@nightshelf/contracts';
import { put, type SagaGenerator, takeLeading } from 'typed-redux-saga';
import { signedIn } from '../../entities/session/slice.ts';
import { ApiError, fieldMessagesOf, messageOf } from '../../lib/api-errors.ts';
import { safely } from '../../lib/safely.ts';
import { login, register } from './api.ts';
import { loginSubmitted, refused, registrationSubmitted } from './slice.ts';
import { authTexts } from './texts.ts';

interface Texts {
  readonly failed: string;
  readonly unreachable: string;
}

function* signInWith(submit: SagaGenerator<{ user: OwnUser }>, texts: Texts): SagaGenerator<void> {
  try {
    const { user } = yield* submit;
    yield* put(signedIn(user));
  } catch (error) {
    const answered = error instanceof ApiError && error.status < 500;
    const text = messageOf(error, answered ? texts.failed : texts.unreachable);
    yield* put(refused({ error: text, fieldErrors: fieldMessagesOf(error) }));
  }
}

export function* authSaga(): SagaGenerator<void> {
  yield* takeLeading(
    loginSubmitted,
    safely(({ payload }: ReturnType<typeof loginSubmitted>) => signInWith(login(payload), authTexts.login)),
  );
  yield* takeLeading(
    registrationSubmitted,
    safely(({ payload }: ReturnType<typeof registrationSubmitted>) =>
      signInWith(register(payload), authTexts.register),
    ),
  );
}
