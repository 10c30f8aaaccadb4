import type { OwnUser } from '@nightshelf/contracts';
import { put, type SagaGenerator, takeLeading } from 'typed-redux-saga';
import { signedIn } from '../../entities/session/slice.ts';
import { ApiError } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { hasCode, refusalOf } from '../../lib/submission.ts';
import { login, register } from './api.ts';
import { authSlice, loginSubmitted, refused, registrationSubmitted, secondStepDemanded } from './slice.ts';
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
    if (hasCode(error, 'auth.second_factor_required')) {
      yield* put(secondStepDemanded());
      return;
    }
    const answered = error instanceof ApiError && error.status < 500;
    yield* put(refused(refusalOf(error, answered ? texts.failed : texts.unreachable)));
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

export const authState: StateModule = { slice: authSlice, saga: authSaga };
