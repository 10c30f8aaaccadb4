import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { listTexts } from '../texts.ts';

const texts = listTexts.moveTo;

interface MoveToProps {
  readonly name: string;
  /** Zero-based, as `onMove` expects. */
  readonly place: number;
  readonly count: number;
  readonly onMove: (place: number) => void;
  readonly onClose: () => void;
}

/** Moves a game to a position without dragging. */
export function MoveToDialog({ name, place, count, onMove, onClose }: MoveToProps) {
  const [text, setText] = useState(String(place + 1));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Math.max(1, Math.min(count, Math.round(Number(text)) || place + 1));
    onClose();
    if (wanted !== place + 1) onMove(wanted - 1);
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p className="-mt-2 text-ink-2" dir="auto">
          {name}
        </p>
        <TextField
          label={texts.label(count)}
          type="number"
          inputMode="numeric"
          min={1}
          max={count}
          step={1}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <DialogButtons submit={texts.submit} busy={false} onClose={onClose} />
      </form>
    </Dialog>
  );
}
