import { Suspense, useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { useQuestion } from '../../../components/ui/question.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { isNotConfirmed } from '../../../lib/confirmation.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { loadCode } from '../../../lib/resend.ts';
import { LoadedPanel } from '../components/loaded-panel.tsx';
import { useBeginTotpMutation, useFactorsQuery, useRemoveTotpMutation } from './api.ts';
import { factorTexts } from './texts.ts';

const texts = factorTexts.totp;

// Loaded on demand, because it draws QR codes.
const load = () => loadCode(() => import('./add-totp-dialog.tsx'));
const AddTotpDialog = lazyPart(() => load().then(({ AddTotpDialog }) => ({ default: AddTotpDialog })));

/** The authenticator app, a second step of sign-in. */
export function TotpPanel() {
  const query = useFactorsQuery();
  const [begin, { data: begun, isLoading: beginning, reset }] = useBeginTotpMutation();
  const [removeTotp, { isLoading: removing }] = useRemoveTotpMutation();
  const [question, ask] = useQuestion();
  const [error, setError] = useState<string | null>(null);
  const report = (failure: unknown, fallback: string) => {
    if (failure && !isNotConfirmed(failure)) setError(messageOf(failure, fallback));
  };
  const add = async () => {
    setError(null);
    report((await begin()).error, texts.beginFailed);
  };
  const remove = async () => {
    setError(null);
    report((await removeTotp()).error, texts.removeFailed);
  };
  const askRemove = () =>
    ask({ title: texts.removeTitle, text: texts.removeText, confirm: factorTexts.remove, onConfirm: remove });
  const has = query.data?.has_totp;
  // An added app makes the key useless, even if the app is removed later.
  useEffect(() => {
    if (has) reset();
  }, [has, reset]);
  return (
    <LoadedPanel title={texts.title} query={query} failed={factorTexts.failed}>
      {error !== null && <MessageBox className="mb-4">{error}</MessageBox>}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">{has ? texts.has : texts.none}</p>
        {has ? (
          <Button busy={removing} onClick={askRemove}>
            {factorTexts.remove}
          </Button>
        ) : (
          <Button busy={beginning} onPointerEnter={load} onFocus={load} onClick={add}>
            {texts.add}
          </Button>
        )}
      </div>
      {begun && !has && (
        <Suspense>
          <AddTotpDialog secret={begun.secret} uri={begun.uri} onClose={reset} />
        </Suspense>
      )}
      {question}
    </LoadedPanel>
  );
}
