import { listRules } from '@nightshelf/contracts/list-rules.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { controlClasses } from '../../../components/ui/field.tsx';
import { cx } from '../../../lib/cx.ts';
import { listTexts as texts } from '../texts.ts';
import type { Draft } from './use-notes.ts';

const begin = (field: HTMLTextAreaElement | null) => {
  if (!field) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
};

interface NoteEditorProps {
  readonly name: string;
  readonly draft: Draft;
}

/** A note edited in place. Leaving the field saves it. */
export function NoteEditor({ name, draft }: NoteEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    begin(field.current);
    const row = field.current?.closest('li');
    // Focus the button that the field replaced, once it is back.
    const focusNote = () => row?.querySelector<HTMLElement>('[data-note]')?.focus({ preventScroll: true });
    return () => {
      if (byKey.current) requestAnimationFrame(focusNote);
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, nativeEvent } = event;
    event.stopPropagation();
    if (nativeEvent.isComposing || (key !== 'Escape' && (key !== 'Enter' || shiftKey))) return;
    event.preventDefault();
    byKey.current = true;
    if (key === 'Escape') draft.onCancel();
    else draft.onSave();
  };
  return (
    <textarea
      ref={field}
      aria-label={texts.noteOf(name)}
      title={texts.noteHint}
      value={draft.text}
      maxLength={listRules.note}
      readOnly={draft.isBusy}
      rows={2}
      dir="auto"
      onChange={({ target }) => draft.onChange(target.value)}
      onKeyDown={onKeyDown}
      onBlur={draft.onSave}
      className={cx(controlClasses, 'mt-1 block h-13 resize-none px-2 py-1 text-sm leading-snug')}
    />
  );
}
