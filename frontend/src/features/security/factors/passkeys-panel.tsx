import type { Passkey } from '@nightshelf/contracts/factors.ts';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Question } from '../../../components/ui/question.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { canUsePasskeys } from '../../../lib/can-use-passkeys.ts';
import { isNotConfirmed } from '../../../lib/confirmation.ts';
import { LoadedPanel } from '../components/loaded-panel.tsx';
import { useFactorsQuery, useRemovePasskeyMutation } from './api.ts';
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx';
import { PasskeyLine } from './passkey-line.tsx';
import { factorTexts } from './texts.ts';

const texts = factorTexts.passkeys;

type Doing = { readonly adding: true } | { readonly renaming: Passkey } | { readonly removing: Passkey };

export function PasskeysPanel() {
  const query = useFactorsQuery();
  const [removePasskey, removing] = useRemovePasskeyMutation();
  const [doing, setDoing] = useState<Doing | null>(null);
  const [error, setError] = useState<string | null>(null);
  const close = () => setDoing(null);
  const remove = async (passkey: Passkey) => {
    close();
    setError(null);
    const { error } = await removePasskey(passkey);
    if (error && !isNotConfirmed(error)) setError(messageOf(error, texts.removeFailed));
  };
  const passkeys = query.data?.passkeys ?? [];
  return (
    <LoadedPanel title={texts.title} query={query} failed={factorTexts.failed}>
      {error !== null && <MessageBox className="mb-4">{error}</MessageBox>}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">{passkeys.length === 0 ? texts.none : texts.some}</p>
        {canUsePasskeys() && <Button onClick={() => setDoing({ adding: true })}>{texts.add}</Button>}
      </div>
      {passkeys.length > 0 && (
        <ul className="mt-4 divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyLine
              key={passkey.id}
              passkey={passkey}
              busy={removing.isLoading && removing.originalArgs?.id === passkey.id}
              onRename={() => setDoing({ renaming: passkey })}
              onRemove={() => setDoing({ removing: passkey })}
            />
          ))}
        </ul>
      )}
      {!canUsePasskeys() && <p className="mt-2 text-sm text-ink-3">{texts.unsupported}</p>}
      {doing && 'adding' in doing && <AddPasskeyDialog onClose={close} />}
      {doing && 'renaming' in doing && <RenamePasskeyDialog passkey={doing.renaming} onClose={close} />}
      {doing && 'removing' in doing && (
        <Question
          title={texts.removeTitle(doing.removing.name)}
          text={texts.removeText}
          confirm={factorTexts.remove}
          onClose={close}
          onConfirm={() => remove(doing.removing)}
        />
      )}
    </LoadedPanel>
  );
}
