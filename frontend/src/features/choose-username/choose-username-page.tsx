import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { selectUser } from '../../entities/session/selectors.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { choiceState } from './saga.ts';
import { choiceOpened, selectChoice } from './slice.ts';
import { choiceTexts as texts } from './texts.ts';
import { UsernameForm } from './username-form.tsx';

export const page: PageModule = { Page: ChooseUsernamePage, state: [choiceState] };

function ChooseUsernamePage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const { status, pending, returnTo } = useSelector(selectChoice);
  useEffect(() => {
    dispatch(choiceOpened());
  }, [dispatch]);

  if (user) return <Navigate to={returnTo} replace />;
  if (status === 'waiting' && pending) return <UsernameForm pending={pending} />;
  if (status === 'loading') {
    return (
      <FormCard title={texts.title}>
        <div role="status" className="grid gap-5">
          <span className="sr-only">{texts.loading}</span>
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      </FormCard>
    );
  }
  return (
    <FormCard title={texts.title} error={status === 'gone' ? texts.gone : texts.unreachable}>
      <div className="flex flex-wrap gap-3">
        {status === 'failed' && <Button onClick={() => dispatch(choiceOpened())}>{texts.retry}</Button>}
        <ButtonLink to="/login" look={status === 'gone' ? 'primary' : 'quiet'}>
          {texts.toLogin}
        </ButtonLink>
      </div>
    </FormCard>
  );
}
