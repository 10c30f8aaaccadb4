import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { tokenTexts as texts } from './texts.ts';

/** Shows a new token's secret once, to be copied. */
export function TokenSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'by hand' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setOutcome('copied');
    } catch {
      // Permission denied, or no clipboard, which requires HTTPS.
      field.current?.focus();
      field.current?.select();
      setOutcome('by hand');
    }
  };
  return (
    <div className="grid gap-5">
      <p className="text-ink-2">{texts.made}</p>
      <TextField
        ref={field}
        label={texts.secret}
        value={secret}
        readOnly
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        {...(outcome === 'by hand' && { hint: texts.copyByHand })}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span role="status" className="text-sm text-ink-3">
          {outcome === 'copied' && texts.copied}
        </span>
        <Button onClick={onClose}>{texts.done}</Button>
        <Button look="primary" onClick={copy}>
          {texts.copy}
        </Button>
      </div>
    </div>
  );
}
