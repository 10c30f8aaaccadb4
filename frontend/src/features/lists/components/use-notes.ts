import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { useWriteNoteMutation } from '../../../entities/lists/api.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { listTexts as texts } from '../texts.ts';

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
  /**
   * Version of the list that the note was read from; null after a failed save, so that the next one uses the current
   * version.
   */
  readonly version: number | null;
}

/** Keeps note drafts when their row leaves the page or saving fails. */
export function useNotes({ id, version }: GameList) {
  const dispatch = useDispatch();
  const [write, { isLoading, originalArgs }] = useWriteNoteMutation();
  const isSaving = (entryId: string) => isLoading && originalArgs?.entryId === entryId;
  /** By entry: another note can be edited while one is being saved. */
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Open>>(new Map());
  const keep = (draft: Open) => setDrafts((all) => new Map(all).set(draft.entryId, draft));
  const drop = (entryId: string) => setDrafts((all) => new Map([...all].filter(([other]) => other !== entryId)));

  const save = (draft: Open) => {
    const { entryId, text, before } = draft;
    if (isSaving(entryId)) return;
    const note = text.trim() || null;
    if (note === before) {
      drop(entryId);
      return;
    }
    write({ id, entryId, note, if_version: draft.version ?? version })
      .unwrap()
      .then(
        () => drop(entryId),
        (error) => {
          dispatch(alertRaised({ tone: 'error', text: messageOf(error, texts.noteFailed) }));
          keep({ ...draft, version: null });
        },
      );
  };

  const of = ({ entry_id }: ListedGame): Draft | null => {
    const draft = drafts.get(entry_id);
    return draft
      ? {
          text: draft.text,
          isBusy: isSaving(entry_id),
          onChange: (text) => keep({ ...draft, text }),
          onSave: () => save(draft),
          onCancel: () => drop(entry_id),
        }
      : null;
  };
  return {
    of,
    open: ({ entry_id, note }: ListedGame) => keep({ entryId: entry_id, text: note ?? '', before: note, version }),
  };
}
