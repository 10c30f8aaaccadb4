import { useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { useQuestion } from '../../../components/ui/question.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { securityApi } from '../api.ts';
import { ActionRow, LoadedPanel, useCopy } from '../components/loaded-panel.tsx';
import { factorTexts } from './texts.ts';

const texts = factorTexts.codes;

/** Recovery codes for a lost passkey or app; shown to users who have either. */
export function RecoveryCodesPanel() {
  const query = securityApi.useFactorsQuery();
  // New codes invalidate the previous ones, so a user who left before the response sees them on return.
  const [make, { data: made, isLoading, error, reset }] = securityApi.useMakeRecoveryCodesMutation({
    fixedCacheKey: 'recovery codes',
  });
  const [question, ask] = useQuestion();
  if (!query.data || (query.data.passkeys.length === 0 && !query.data.has_totp)) return null;
  const left = query.data.recovery_codes_left;
  const askRemake = () => ask({ title: texts.remake, text: texts.remakeText, confirm: texts.remake, onConfirm: make });
  return (
    <LoadedPanel title={texts.title} hint={texts.hint} query={query} failed={factorTexts.failed}>
      <Refusal error={error} fallback={texts.failed} />
      {left === 0 && <MessageBox className="mb-4">{texts.none}</MessageBox>}
      <ActionRow text={left > 0 && texts.left(left)}>
        <Button
          look={left === 0 ? 'primary' : 'quiet'}
          busy={isLoading}
          onClick={() => (left === 0 ? make() : askRemake())}
        >
          {left === 0 ? texts.make : texts.remake}
        </Button>
      </ActionRow>
      {question}
      {made && <CodesDialog codes={made.recovery_codes} onClose={reset} />}
    </LoadedPanel>
  );
}

function CodesDialog({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const text = `${codes.join('\n')}\n`;
  const [outcome, copy] = useCopy(text, () => list.current && window.getSelection()?.selectAllChildren(list.current));
  const download = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = texts.file;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Dialog title={texts.dialogTitle} description={texts.keep} onClose={onClose}>
      <ul
        ref={list}
        className="grid grid-cols-1 gap-x-4 gap-y-2 rounded-lg bg-surface-2 p-4 font-mono text-sm whitespace-nowrap select-all min-[22rem]:grid-cols-2 sm:text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status" className="text-sm text-ink-3">
        {outcome === 'by hand' && <span className="mt-3 block">{texts.copyByHand}</span>}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={copy}>{outcome === 'copied' ? texts.copied : texts.copy}</Button>
        <Button onClick={download}>{texts.download}</Button>
        <Button look="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </Dialog>
  );
}
