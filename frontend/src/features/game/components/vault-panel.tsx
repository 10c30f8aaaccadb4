import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntryFields, LibraryEntry, Status } from '@nightshelf/contracts/library-entry.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useAddition } from '../../../entities/additions/use-addition.ts';
import { useQuickEdit } from '../../../entities/entry/quick/quick-edit.ts';
import { StatusPills } from '../../../entities/entry/quick/status-pills.tsx';
import { EntryForm } from '../../../entities/entry-form/entry-form.tsx';
import { newEntry } from '../../../entities/entry-form/entry-form-values.ts';
import { EntryHistory } from '../../../entities/history/entry-history.tsx';
import { changedFields } from '../../../entities/library/merge-changes.ts';
import { updateRequested } from '../../../entities/library/slice.ts';
import { useLibrary } from '../../../entities/library/use-library.ts';
import { AddToList } from '../../../entities/lists/add-to-list.tsx';
import { selectSession, selectVaultOwner } from '../../../entities/session/selectors.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { gameTexts } from '../texts.ts';
import { EntryDeeds } from './entry-deeds.tsx';
import { EntrySummary } from './entry-summary.tsx';

const texts = gameTexts.vault;

/** Adds a game to the vault, or shows and edits its entry. */
export function VaultPanel({ game }: { readonly game: Game }) {
  const dispatch = useDispatch();
  const addition = useAddition(game);
  const { entry } = addition;
  /** The entry as it was when the edit form opened. */
  const [edited, setEdited] = useState<LibraryEntry | null>(null);
  const [isListing, setListing] = useState(false);
  const [isLookingBack, setLookingBack] = useState(false);
  const editing = edited !== null && edited.guid === entry?.guid;
  const open = addition.open || editing;
  const panel = useFocusBack<HTMLElement>(open);
  const waiting = useVaultPending();
  const owner = useSelector(selectVaultOwner);
  const edit = useQuickEdit();

  const choose = (status: Status) => {
    if (entry) edit(entry, { status });
    // A visitor signs in first; the form is open when they return.
    else if (owner) addition.submit({ ...newEntry(game.platforms), status });
    else addition.start();
  };

  const save = (base: LibraryEntry, fields: EntryFields) => {
    const changes = changedFields(base, fields);
    if (Object.keys(changes).length > 0) dispatch(updateRequested({ entry: base, changes }));
    setEdited(null);
  };

  return (
    <section
      ref={panel}
      aria-label={texts.title}
      className="mt-6 flex min-h-37 max-w-xl flex-col justify-center rounded-2xl bg-surface-1 p-4 sm:min-h-31 sm:px-5"
    >
      {waiting && <Skeleton className="h-16" />}
      {!waiting && !open && (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-base">{texts.title}</h2>
            {entry && (
              <EntryDeeds
                entry={entry}
                onEdit={() => setEdited(entry)}
                onList={() => setListing(true)}
                onHistory={() => setLookingBack(true)}
              />
            )}
            {!entry && (
              <Button look="primary" size="small" busy={addition.busy} onClick={addition.start}>
                <Plus aria-hidden="true" className="size-4.5" />
                {texts.add}
              </Button>
            )}
          </div>
          <StatusPills
            label={entry ? texts.statusOf(game.name) : texts.addAs(game.name)}
            current={entry?.status}
            disabled={addition.busy}
            onChoose={choose}
          />
          {entry ? <EntrySummary entry={entry} /> : <p className="mt-3 text-sm text-ink-2">{texts.invitation}</p>}
        </>
      )}
      {addition.open && (
        <EntryForm
          label={texts.addLabel(game.name)}
          initial={newEntry(game.platforms)}
          platforms={game.platforms}
          submitLabel={texts.submit}
          busy={addition.busy}
          refusals={addition.refusals}
          onSubmit={addition.submit}
          onCancel={addition.cancel}
        />
      )}
      {editing && (
        <EntryForm
          label={texts.editLabel(game.name)}
          initial={edited}
          platforms={game.platforms}
          submitLabel={texts.save}
          onSubmit={(fields) => save(edited, fields)}
          onCancel={() => setEdited(null)}
        />
      )}
      <AddToList entries={isListing && entry ? [entry] : null} onClose={() => setListing(false)} />
      <EntryHistory entry={(isLookingBack && entry) || null} onClose={() => setLookingBack(false)} />
      <p role="status" className="sr-only">
        {addition.justAdded && entry && texts.added}
      </p>
    </section>
  );
}

/** Returns true until it is known whether the game is in the user's vault. */
function useVaultPending(): boolean {
  const { known } = useSelector(selectSession);
  const owner = useSelector(selectVaultOwner);
  const { status } = useLibrary();
  return !known || (owner !== null && (status === 'idle' || status === 'loading'));
}
