import type { GameList, ListedGame } from '@nightshelf/contracts';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { useWriteNoteMutation } from '../../../entities/lists/api.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { listTexts as texts } from '../texts.ts';

/** A note while it is written. */
export interface Draft {
  readonly text: string;
  readonly isBusy: boolean;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

interface Open {
  readonly entryId: string;
  readonly text: string;
  readonly before: string | null;
  /** The version of the list that the note was read from; null once that has passed, and the user has been told. */
  readonly version: number | null;
}

/** Notes are written where they stand, one at a time. What is typed stays when its row leaves the page, and when saving fails. */
export function useNotes({ id, version }: GameList) {
  const dispatch = useDispatch();
  const [write, { isLoading: isBusy }] = useWriteNoteMutation();
  const [open, setOpen] = useState<Open | null>(null);

  const save = () => {
    if (!open || isBusy) return;
    const { entryId, text } = open;
    const note = text.trim() || null;
    if (note === open.before) {
      setOpen(null);
      return;
    }
    write({ id, entryId, note, if_version: open.version ?? version })
      .unwrap()
      .then(
        () => setOpen((now) => (now?.entryId === entryId ? null : now)),
        (error) => {
          dispatch(alertRaised({ tone: 'error', text: messageOf(error, texts.noteFailed) }));
          setOpen((now) => now && { ...now, version: null });
        },
      );
  };

  const of = ({ entry_id }: ListedGame): Draft | null =>
    open?.entryId === entry_id
      ? {
          text: open.text,
          isBusy,
          onChange: (text) => setOpen({ ...open, text }),
          onSave: save,
          onCancel: () => setOpen(null),
        }
      : null;
  return {
    of,
    open: ({ entry_id, note }: ListedGame) => setOpen({ entryId: entry_id, text: note ?? '', before: note, version }),
  };
}
