import { type FormEvent, useMemo } from 'react';
import { encode } from 'uqr';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { fieldMessagesOf } from '../../../lib/api-errors.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { securityApi } from '../api.ts';
import { factorTexts } from './texts.ts';

const texts = factorTexts.totp;

interface AddTotpDialogProps {
  readonly secret: string;
  readonly uri: string;
  readonly onClose: () => void;
}

/** Shows the authenticator key, and asks for a code that proves the app has it. */
export function AddTotpDialog({ secret, uri, onClose }: AddTotpDialogProps) {
  const [confirm, { isLoading, error }] = securityApi.useConfirmTotpMutation();
  const whileHere = useWhileHere();
  const { code: onField } = fieldMessagesOf(error);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { data } = await confirm(String(new FormData(event.currentTarget).get('code')));
    if (data) whileHere(onClose);
  };
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5">
        <div className="grid justify-items-center gap-3">
          <p className="justify-self-start text-ink-2">{texts.scan}</p>
          <QrCode text={uri} />
          <p className="justify-self-start text-ink-2">{texts.byHand}</p>
          <code className="w-full rounded-lg bg-surface-2 px-3 py-2 text-center font-mono text-sm tracking-wide [overflow-wrap:anywhere] select-all">
            {secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </div>
        {onField === undefined && <Refusal error={error} fallback={texts.failed} className="" />}
        <TextField
          name="code"
          label={texts.code}
          hint={texts.codeHint}
          error={onField}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <DialogButtons submit={isLoading ? texts.busy : texts.confirm} busy={isLoading} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Dark on light in every theme, because some apps cannot read inverted codes. */
function QrCode({ text }: { readonly text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: 2 });
    const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: dark.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={texts.picture}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-lg"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
