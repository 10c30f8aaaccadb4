import { useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks the user to confirm a destructive action. */
export function Question({ title, text, confirm, onClose, onConfirm }: QuestionProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-ink-2">{text}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}

/** Asks before `onConfirm`. @returns the open question to render, and a function that asks */
export function useQuestion() {
  const [asked, ask] = useState<Omit<QuestionProps, 'onClose'> | null>(null);
  const close = () => ask(null);
  const confirm = () => {
    close();
    asked?.onConfirm();
  };
  return [asked && <Question {...asked} onClose={close} onConfirm={confirm} />, ask] as const;
}
