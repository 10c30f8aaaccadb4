import type { SecondFactorMethod, SecondFactorProof } from '@nightshelf/contracts/factors.ts';
import { useCallback, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, parsePath, useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { SecondFactorForm } from '../../entities/confirmation/dialog/second-factor-form.tsx';
import { selectUser } from '../../entities/session/selectors.ts';
import { signedIn } from '../../entities/session/slice.ts';
import { ApiError, fieldMessagesOf, messageOf } from '../../lib/api-errors.ts';
import { useWhileHere } from '../../lib/use-while-here.ts';
import { finishSignIn, getSecondStep } from './api.ts';
import { originOf } from './origin.ts';
import { authTexts } from './texts.ts';

const texts = authTexts.secondStep;

export function SecondStep({ onStartOver }: { readonly onStartOver: () => void }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { state } = useLocation();
  const user = useSelector(selectUser);
  const [methods, setMethods] = useState<readonly SecondFactorMethod[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const whileHere = useWhileHere();

  const startOver = useCallback(
    (refusal = '') => {
      navigate(`/login${refusal}`, { replace: true, state });
      onStartOver();
    },
    [onStartOver, navigate, state],
  );
  const fail = useCallback(
    (error: unknown) => {
      setBusy(false);
      if (error instanceof ApiError && error.status === 404) whileHere(() => startOver('?refused=expired'));
      else setFailure(error);
    },
    [startOver, whileHere],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pending step is requested once, when the page opens
  useEffect(() => {
    getSecondStep().then((step) => {
      setMethods(step.methods);
      // A provider redirect loses the navigation state; the server has stored the return address.
      if (state) return;
      const from = parsePath(step.return_to);
      whileHere(() => navigate('?step=second-factor', { replace: true, state: { from } }));
    }, fail);
  }, []);

  const prove = async (proof: SecondFactorProof) => {
    setBusy(true);
    setFailure(null);
    try {
      dispatch(signedIn((await finishSignIn(proof)).user));
    } catch (error) {
      fail(error);
    }
  };

  if (user) return <Navigate to={originOf(state)} replace />;
  const onFields = fieldMessagesOf(failure);
  const isOnField = 'code' in onFields || 'recovery_code' in onFields;
  return (
    <FormCard
      title={texts.title}
      lead={texts.lead}
      error={failure === null || isOnField ? null : messageOf(failure, texts.failed)}
    >
      {methods === null && failure === null && <Spinner className="appears-late" />}
      {methods && (
        <SecondFactorForm
          methods={methods}
          purpose="second-factor"
          busy={busy}
          error={onFields.code ?? onFields.recovery_code}
          onProof={prove}
          onFailed={fail}
        />
      )}
      <Button look="plain" onClick={() => startOver()} className="mt-3 w-full">
        {texts.startOver}
      </Button>
    </FormCard>
  );
}
