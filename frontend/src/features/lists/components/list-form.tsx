import type { GameList } from '@nightshelf/contracts/game-lists.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import { useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { DialogButtons } from '../../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { TextArea, TextField } from '../../../components/ui/text-field.tsx';
import { useChangeListMutation, useMakeListMutation } from '../../../entities/lists/api.ts';
import { ApiError, messageOf } from '../../../lib/api-errors.ts';
import { useTypedForm } from '../../../lib/use-typed-form.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { listsTexts } from '../texts.ts';

const texts = listsTexts.form;

interface ListFormProps {
  /** The list to edit; absent for a new one. */
  readonly list?: GameList;
  readonly onDone?: (list: GameList) => void;
  readonly onClose: () => void;
}

/** Returns the newer list after a conflict: the first save shows a warning, the second overwrites. */
const newerListIn = (error: unknown): GameList | null =>
  error instanceof ApiError && error.code === 'library.list_changed'
    ? (error.failure as { readonly list: GameList }).list
    : null;

/** Form for the name and description of a new or existing list. */
export function ListForm({ list, onDone, onClose }: ListFormProps) {
  const [make, making] = useMakeListMutation();
  const [change, changing] = useChangeListMutation();
  const [version, setVersion] = useState(list?.version);
  const whileHere = useWhileHere();
  const fault = making.error ?? changing.error;
  const newer = newerListIn(fault);

  const save = (words: { readonly name: string; readonly description: string | null }) => {
    const done = list ? change({ id: list.id, ...words, if_version: version }) : make(words);
    done.unwrap().then(
      (answer) =>
        whileHere(() => {
          onClose();
          onDone?.(answer.list);
        }),
      (error) => setVersion((seen) => newerListIn(error)?.version ?? seen),
    );
  };
  const { control, form } = useTypedForm({
    initial: () => ({ name: list?.name ?? '', description: list?.description ?? '' }),
    read: ({ name, description }) =>
      name.trim() === ''
        ? { errors: { name: texts.noName } }
        : { fields: { name, description: description.trim() || null } },
    onSubmit: save,
  });
  const busy = making.isLoading || changing.isLoading;
  return (
    <Dialog title={list ? texts.edit : texts.make} onClose={onClose}>
      <form {...form} className="grid gap-5">
        {fault !== undefined && (
          <MessageBox>{newer ? texts.changed(newer.name) : messageOf(fault, texts.failed)}</MessageBox>
        )}
        <TextField
          {...control('name')}
          label={texts.name}
          hint={texts.nameHint}
          maxLength={listRules.name}
          autoComplete="off"
          dir="auto"
        />
        <TextArea {...control('description')} label={texts.description} optional maxLength={listRules.description} />
        <DialogButtons submit={list ? texts.save : texts.submit} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
