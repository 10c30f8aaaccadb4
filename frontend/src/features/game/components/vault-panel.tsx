import type { EntryFields, Game, LibraryEntry } from '@nightshelf/contracts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useAddition } from '../../../entities/additions/use-addition.ts';
import { EntryForm } from '../../../entities/entry-form/entry-form.tsx';
import { blankEntry } from '../../../entities/entry-form/entry-form-values.ts';
import { changedFields } from '../../../entities/library/merge-changes.ts';
import { removeRequested, updateRequested } from '../../../entities/library/slice.ts';
import { useLibrary } from '../../../entities/library/use-library.ts';
import { selectSession, selectVaultOwner } from '../../../entities/session/selectors.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { gameTexts } from '../texts.ts';
import { EntrySummary } from './entry-summary.tsx';

const texts = gameTexts.vault;

/** The vault's say on a game: add it, or see and change what is kept of it. */
export function VaultPanel({ game }: { readonly game: Game }) {
  const dispatch = useDispatch();
  const addition = useAddition(game);
  const { entry } = addition;
  /** The entry as it was when the form to edit it opened. */
  const [edited, setEdited] = useState<LibraryEntry | null>(null);
  const editing = edited !== null && edited.guid === entry?.guid;
  const open = addition.open || editing;
  const panel = useFocusBack<HTMLElement>(open);
  const waiting = useVaultPending();

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
      {!waiting && !open && !entry && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-48 flex-1 text-sm text-ink-2">{texts.invitation}</p>
          <Button look="primary" busy={addition.busy} onClick={addition.start}>
            <Plus aria-hidden="true" className="size-4.5" />
            {texts.add}
          </Button>
        </div>
      )}
      {addition.open && (
        <EntryForm
          label={texts.addLabel(game.name)}
          initial={blankEntry}
          platforms={game.platforms}
          submitLabel={texts.submit}
          busy={addition.busy}
          refusals={addition.refusals}
          onSubmit={addition.submit}
          onCancel={addition.cancel}
        />
      )}
      {!waiting && entry && !open && (
        <EntrySummary entry={entry}>
          <Button size="small" onClick={() => setEdited(entry)}>
            {texts.edit}
          </Button>
          <Button size="small" look="plain" onClick={() => dispatch(removeRequested(entry))}>
            {texts.remove}
          </Button>
        </EntrySummary>
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
      <p role="status" className="sr-only">
        {addition.justAdded && entry && texts.added}
      </p>
    </section>
  );
}

/** True while it is not known whether the game is in somebody's vault. */
function useVaultPending(): boolean {
  const { known } = useSelector(selectSession);
  const owner = useSelector(selectVaultOwner);
  const { status } = useLibrary();
  return !known || (owner !== null && (status === 'idle' || status === 'loading'));
}
