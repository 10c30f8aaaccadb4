import type { Attestation, Passkey } from '@nightshelf/contracts/factors.ts';
import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { useQuestion } from '../../../components/ui/question.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { isUnjudged, messageOf } from '../../../lib/api-errors.ts';
import { canUsePasskeys } from '../../../lib/can-use-passkeys.ts';
import { isNotConfirmed } from '../../../lib/confirmation.ts';
import { formatDay } from '../../../lib/format.ts';
import { rememberPasskey } from '../../../lib/known-passkey.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { loadCode } from '../../../lib/resend.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { securityApi } from '../api.ts';
import { ActionRow, Item, LoadedPanel } from '../components/loaded-panel.tsx';
import { factorTexts } from './texts.ts';

const texts = factorTexts.passkeys;

const loadWebauthn = () => loadCode(() => import('../../../entities/confirmation/dialog/webauthn.ts'));

/** Names a passkey and asks the browser to create it. */
function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [begin] = securityApi.useBeginPasskeyMutation();
  const [add] = securityApi.useAddPasskeyMutation();
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

function RenamePasskeyDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const [rename, { isLoading, error }] = securityApi.useRenamePasskeyMutation();
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

const factsOf = ({ created_at, last_used_at, is_backed_up }: Passkey) =>
  [
    texts.addedOn(formatDay(created_at)),
    ...(last_used_at === null ? [] : [texts.lastUsed(formatAgo(last_used_at))]),
    ...(is_backed_up ? [texts.backedUp] : []),
  ].join(', ');

export function PasskeysPanel() {
  const query = securityApi.useFactorsQuery();
  const [removePasskey, removing] = securityApi.useRemovePasskeyMutation();
  const [open, setOpen] = useState<Passkey | 'new' | null>(null);
  const [question, ask] = useQuestion();
  const close = () => setOpen(null);
  const askRemove = (passkey: Passkey) =>
    ask({
      title: texts.removeTitle(passkey.name),
      text: texts.removeText,
      confirm: factorTexts.remove,
      onConfirm: () => removePasskey(passkey),
    });
  const passkeys = query.data?.passkeys ?? [];
  return (
    <LoadedPanel title={texts.title} query={query} failed={factorTexts.failed}>
      <Refusal error={removing.error} fallback={texts.removeFailed} />
      <ActionRow text={passkeys.length === 0 ? texts.none : texts.some}>
        {canUsePasskeys() && <Button onClick={() => setOpen('new')}>{texts.add}</Button>}
      </ActionRow>
      {passkeys.length > 0 && (
        <ul className="mt-4 divide-y divide-line">
          {passkeys.map((passkey) => (
            <Item
              key={passkey.id}
              icon={<KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-3" />}
              name={passkey.name}
              facts={[factsOf(passkey)]}
            >
              <Button
                size="small"
                look="plain"
                aria-label={texts.renameNamed(passkey.name)}
                onClick={() => setOpen(passkey)}
              >
                {texts.rename}
              </Button>
              <Button
                size="small"
                busy={removing.isLoading && removing.originalArgs?.id === passkey.id}
                aria-label={texts.removeNamed(passkey.name)}
                onClick={() => askRemove(passkey)}
              >
                {factorTexts.remove}
              </Button>
            </Item>
          ))}
        </ul>
      )}
      {!canUsePasskeys() && <p className="mt-2 text-sm text-ink-3">{texts.unsupported}</p>}
      {open === 'new' && <AddPasskeyDialog onClose={close} />}
      {open && open !== 'new' && <RenamePasskeyDialog passkey={open} onClose={close} />}
      {question}
    </LoadedPanel>
  );
}
