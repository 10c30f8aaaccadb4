import { Button } from '../../../components/ui/button.tsx';
import { useQuestion } from '../../../components/ui/question.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { loadCode } from '../../../lib/resend.ts';
import { securityApi } from '../api.ts';
import { ActionRow, LoadedPanel } from '../components/loaded-panel.tsx';
import { factorTexts } from './texts.ts';

const texts = factorTexts.totp;

// Loaded on demand, because it draws QR codes.
const load = () => loadCode(() => import('./add-totp-dialog.tsx'));
const AddTotpDialog = lazyPart(load, 'AddTotpDialog');

/** The authenticator app, a second step of sign-in. */
export function TotpPanel() {
  const query = securityApi.useFactorsQuery();
  const [begin, { data: begun, isLoading: beginning, error: notBegun, reset }] = securityApi.useBeginTotpMutation();
  const [remove, { isLoading: removing, error: notRemoved }] = securityApi.useRemoveTotpMutation();
  const [question, ask] = useQuestion();
  const askRemove = () =>
    ask({ title: texts.removeTitle, text: texts.removeText, confirm: factorTexts.remove, onConfirm: remove });
  const has = query.data?.has_totp;
  return (
    <LoadedPanel title={texts.title} query={query} failed={factorTexts.failed}>
      <Refusal error={has ? notRemoved : notBegun} fallback={has ? texts.removeFailed : texts.beginFailed} />
      <ActionRow text={has ? texts.has : texts.none}>
        {has ? (
          <Button busy={removing} onClick={askRemove}>
            {factorTexts.remove}
          </Button>
        ) : (
          <Button busy={beginning} onPointerEnter={load} onFocus={load} onClick={() => begin()}>
            {texts.add}
          </Button>
        )}
      </ActionRow>
      {begun && !has && <AddTotpDialog secret={begun.secret} uri={begun.uri} onClose={reset} />}
      {question}
    </LoadedPanel>
  );
}
