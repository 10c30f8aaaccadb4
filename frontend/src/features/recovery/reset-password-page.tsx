import { resetToken } from '@nightshelf/contracts/credentials.ts';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { ButtonLink } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { ResetForm } from './reset-form.tsx';
import { recoveryState } from './saga.ts';
import { selectRecovery, startedAnew } from './slice.ts';
import { recoveryTexts } from './texts.ts';

const texts = recoveryTexts.invalid;
const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token');

export const page: PageModule = { Page: ResetPasswordPage, state: [recoveryState] };

/** Where the link of the mail leads: sets a new password. */
function ResetPasswordPage() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const { done, linkInvalid } = useSelector(selectRecovery);
  const [token, setToken] = useState(() => tokenIn(hash));

  useEffect(
    () => () => {
      dispatch(startedAnew());
    },
    [dispatch],
  );

  useEffect(() => {
    if (hash === '') return;
    setToken(tokenIn(hash));
    dispatch(startedAnew());
    // Once read, it is to stand neither in the address bar nor in the history.
    navigate('/reset-password', { replace: true });
  }, [hash, navigate, dispatch]);

  if (done) return <Navigate to="/login" replace />;
  const complete = resetToken.safeParse(token);
  if (complete.success && !linkInvalid) return <ResetForm key={complete.data} token={complete.data} />;
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
