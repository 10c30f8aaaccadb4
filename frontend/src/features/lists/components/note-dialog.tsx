import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { TextArea } from '../../../components/ui/text-field.tsx';
import { useUnsaved } from '../../../components/ui/unsaved.tsx';
import { useWriteNoteMutation } from '../../../entities/lists/api.ts';
import { useTypedForm } from '../../../lib/use-typed-form.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { listTexts as texts } from '../texts.ts';

interface NoteDialogProps {
  readonly list: GameList;
  readonly game: ListedGame;
  readonly onClose: () => void;
}

const submitOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
};

/** Edits the note of a game in a list. A click outside, Back or the cross never discards text without asking. */
export function NoteDialog(props: NoteDialogProps) {
  const isChanged = useRef(false);
  const [question, leave] = useUnsaved(() => isChanged.current, props.onClose);
  return (
    <Dialog title={texts.noteOf(props.game.name)} onClose={leave}>
      {question}
      <NoteForm {...props} isChanged={isChanged} />
    </Dialog>
  );
}

/** Mounts with the dialog's content, so that it can focus its field. */
function NoteForm({ list, game, onClose, isChanged }: NoteDialogProps & { readonly isChanged: RefObject<boolean> }) {
  const [write, { isLoading, error }] = useWriteNoteMutation();
  /** Version that the note was read from; null after a failed save, so that the next one uses the current version. */
  const seen = useRef<number | null>(list.version);
  const whileHere = useWhileHere();
  const save = async (note: string | null) => {
    if (isLoading) return;
    if (note === game.note) return onClose();
    const { data } = await write({
      id: list.id,
      entryId: game.entry_id,
      note,
      if_version: seen.current ?? list.version,
    });
    seen.current = null;
    if (data) whileHere(onClose);
  };
  const { values, control, form } = useTypedForm({
    initial: () => ({ note: game.note ?? '' }),
    read: ({ note }) => ({ fields: note.trim() || null }),
    onSubmit: save,
    onCancel: onClose,
  });
  useEffect(() => {
    isChanged.current = values.note !== (game.note ?? '');
  }, [isChanged, values, game]);
  return (
    <form {...form} className="grid gap-5">
      <Refusal error={error} fallback={texts.noteFailed} className="" />
      <TextArea
        {...control('note')}
        label={texts.noteOf(game.name)}
        hint={texts.noteHint}
        maxLength={listRules.note}
        readOnly={isLoading}
        onKeyDown={submitOnEnter}
      />
      <DialogButtons submit={texts.saveNote} busy={isLoading} onClose={onClose} />
    </form>
  );
}
