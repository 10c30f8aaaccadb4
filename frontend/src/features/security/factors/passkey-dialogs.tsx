import type { Attestation, Passkey } from '@nightshelf/contracts/factors.ts';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { isUnjudged, messageOf } from '../../../lib/api-errors.ts';
import { isNotConfirmed } from '../../../lib/confirmation.ts';
import { rememberPasskey } from '../../../lib/known-passkey.ts';
import { loadCode } from '../../../lib/resend.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { useAddPasskeyMutation, useBeginPasskeyMutation, useRenamePasskeyMutation } from './api.ts';
import { factorTexts } from './texts.ts';

const texts = factorTexts.passkeys;
const loadWebauthn = () => loadCode(() => import('../../../entities/confirmation/dialog/webauthn.ts'));

/** Names a passkey and asks the browser to create it. */
export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const whileHere = useWhileHere();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const lost = useRef<{ readonly name: string; readonly credential: Attestation } | null>(null);
  const make = async (name: string) => {
    const { makePasskey, isDismissed, isKnownHere } = await loadWebauthn();
    try {
      let passkey = lost.current?.name === name ? lost.current : null;
      if (!passkey) {
        const { options } = await begin().unwrap();
        const credential = await whileHere(() => makePasskey(options));
        if (!credential) return;
        passkey = { name, credential };
      }
      // The device has the passkey and the server may have it, so a retry resends it: the device would refuse a second
      // one.
      lost.current = passkey;
      await add(passkey).unwrap();
      rememberPasskey();
      whileHere(onClose);
    } catch (failure) {
      if (!isUnjudged(failure)) lost.current = null;
      if (isKnownHere(failure)) setError(texts.knownHere);
      else if (!isDismissed(failure) && !isNotConfirmed(failure)) setError(messageOf(failure, texts.addFailed));
    }
  };
  const submit = async (name: string) => {
    setBusy(true);
    setError(null);
    await make(name).catch(() => setError(texts.addFailed));
    setBusy(false);
  };
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <NameForm
        busy={busy}
        error={error}
        submit={busy ? texts.waiting : texts.proceed}
        onSubmit={submit}
        onClose={onClose}
      >
        <p className="text-ink-2">{texts.consequence}</p>
      </NameForm>
    </Dialog>
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const [rename, { isLoading, error }] = useRenamePasskeyMutation();
  const whileHere = useWhileHere();
  const submit = async (name: string) => {
    const { data } = await rename({ id: passkey.id, name });
    if (data) whileHere(onClose);
  };
  return (
    <Dialog title={texts.renameTitle} onClose={onClose}>
      <NameForm
        busy={isLoading}
        name={passkey.name}
        error={error ? messageOf(error, texts.renameFailed) : null}
        submit={texts.save}
        onSubmit={submit}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface NameFormProps {
  readonly busy: boolean;
  readonly name?: string;
  readonly error: string | null;
  readonly submit: string;
  readonly onSubmit: (name: string) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

function NameForm({ busy, name = '', error, submit, onSubmit, onClose, children }: NameFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('name')).trim();
    if (given !== '') onSubmit(given);
  };
  return (
    <form onSubmit={send} className="grid gap-5">
      {children}
      {error !== null && <MessageBox>{error}</MessageBox>}
      <TextField
        name="name"
        label={texts.name}
        hint={texts.nameHint}
        defaultValue={name}
        maxLength={60}
        required
        autoComplete="off"
      />
      <DialogButtons submit={submit} busy={busy} onClose={onClose} />
    </form>
  );
}
