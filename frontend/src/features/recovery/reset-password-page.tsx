import { useCallback, useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate } from 'react-router-dom';
import { ButtonLink } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { serverState } from '../../entities/server/state.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { ResetForm } from './reset-form.tsx';
import { recoveryState } from './saga.ts';
import { selectRecovery, startedAnew } from './slice.ts';
import { recoveryTexts } from './texts.ts';
import { useLinkToken } from './use-link-token.ts';

const texts = recoveryTexts.invalid;

export const page: PageModule = { Page: ResetPasswordPage, state: [recoveryState, serverState] };

/** Sets a new password; opened by the link in the email. */
function ResetPasswordPage() {
  const dispatch = useDispatch();
  const { done, linkInvalid } = useSelector(selectRecovery);
  const startAnew = useCallback(() => {
    dispatch(startedAnew());
  }, [dispatch]);
  const token = useLinkToken(startAnew);

  useEffect(() => startAnew, [startAnew]);

  if (done) return <Navigate to="/login" replace />;
  if (token !== null && !linkInvalid) return <ResetForm key={token} token={token} />;
  return (
    <FormCard title={texts.title} error={linkInvalid ? texts.old : texts.incomplete}>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/forgot-password" look="primary">
          {texts.askAgain}
        </ButtonLink>
        <ButtonLink to="/login">{recoveryTexts.toLogin}</ButtonLink>
      </div>
    </FormCard>
  );
}
