import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntryFields, LibraryEntry, Status } from '@nightshelf/contracts/library-entry.ts';
import { History, ListPlus, type LucideIcon, Pencil, Plus, Share2, Trash2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useAddition } from '../../../entities/additions/use-addition.ts';
import { platformNameOf } from '../../../entities/entry/entry-keys.ts';
import { HoursButtons } from '../../../entities/entry/quick/hours-buttons.tsx';
import { editNotice, undoOf, useQuickEdit } from '../../../entities/entry/quick/quick-edit.ts';
import { RatingStars } from '../../../entities/entry/quick/rating-stars.tsx';
import { StatusPills } from '../../../entities/entry/quick/status-pills.tsx';
import { EntryForm } from '../../../entities/entry-form/entry-form.tsx';
import { newEntry } from '../../../entities/entry-form/entry-form-values.ts';
import { HistoryDialog, loadEntryHistory } from '../../../entities/history/entry-history.tsx';
import { historyTexts } from '../../../entities/history/texts.ts';
import { changedFields } from '../../../entities/library/merge-changes.ts';
import { removeRequested, updateRequested } from '../../../entities/library/slice.ts';
import { useLibrary } from '../../../entities/library/use-library.ts';
import { AddToListDialog, loadAddToList } from '../../../entities/lists/add-to-list.tsx';
import { listTexts } from '../../../entities/lists/texts.ts';
import { selectAccount, selectSession, selectVaultOwner } from '../../../entities/session/selectors.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { gameTexts } from '../texts.ts';

const texts = gameTexts.vault;

interface EntryActionsProps {
  readonly entry: LibraryEntry;
  readonly onEdit: () => void;
  readonly onList: () => void;
  readonly onHistory: () => void;
}

/** Further actions on a vault entry: share, edit, add to a list, history, remove. */
function EntryActions({ entry, onEdit, onList, onHistory }: EntryActionsProps) {
  const dispatch = useDispatch();
  const account = useSelector(selectAccount);
  const { is_shared, game } = entry;
  const share = () => {
    const changes = { is_shared: !is_shared };
    dispatch(updateRequested({ entry, changes }));
    dispatch(editNotice(texts.shared(game.name, !is_shared, account?.privacy === 'public'), undoOf(entry, changes)));
  };
  const dialog = { 'aria-haspopup': 'dialog', className: 'min-w-11 px-2.5! pointer-fine:min-w-9' } as const;
  return (
    <div className="-mr-2 flex flex-wrap max-sm:-ml-2.5 sm:gap-1">
      <ActionButton Icon={Share2} onClick={share} aria-label={texts.shareLabel(game.name)} aria-pressed={is_shared}>
        {texts.share}
      </ActionButton>
      <ActionButton Icon={Pencil} onClick={onEdit}>
        {texts.edit}
      </ActionButton>
      <ActionButton
        {...dialog}
        Icon={ListPlus}
        title={listTexts.addTo}
        aria-label={listTexts.addTo}
        onClick={onList}
        onPointerEnter={loadAddToList}
      />
      <ActionButton
        {...dialog}
        Icon={History}
        title={historyTexts.open}
        aria-label={historyTexts.openOf(game.name)}
        onClick={onHistory}
        onPointerEnter={loadEntryHistory}
      />
      <ActionButton Icon={Trash2} onClick={() => dispatch(removeRequested(entry))} className="min-w-11 px-2.5!">
        <span className="max-sm:sr-only">{texts.remove}</span>
      </ActionButton>
    </div>
  );
}

function ActionButton({ Icon, children, ...button }: ComponentProps<typeof Button> & { readonly Icon: LucideIcon }) {
  return (
    <Button size="small" look="plain" className="px-2.5!" {...button}>
      <Icon aria-hidden="true" className={button['aria-pressed'] ? 'size-4 text-accent' : 'size-4'} />
      {children}
    </Button>
  );
}

/** Fields of a vault entry, each edited in place. */
function EntrySummary({ entry }: { readonly entry: LibraryEntry }) {
  const { rating, hours_played } = entry;
  return (
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 sm:grid-cols-[auto_auto_minmax(0,1fr)]">
      <div className="contents">
        <dt className="text-sm text-ink-2">{texts.rating}</dt>
        <dd className="tabular-nums">{rating === null ? texts.none : texts.rated(rating)}</dd>
        <dd className="max-sm:col-span-2">
          <RatingStars entry={entry} className="-mx-1 max-w-90 sm:ml-auto" />
        </dd>
      </div>
      <div className="contents">
        <dt className="text-sm text-ink-2">{texts.hours}</dt>
        <dd className="tabular-nums">{hours_played === null ? texts.none : texts.hoursPlayed(hours_played)}</dd>
        <dd className="max-sm:col-span-2">
          <HoursButtons
            entry={entry}
            className="max-w-90 sm:ml-auto"
            buttonClassName="min-h-11 text-sm! pointer-fine:min-h-9"
          />
        </dd>
      </div>
      <div className="contents">
        <dt className="text-sm text-ink-2">{texts.platform}</dt>
        <dd className="py-1.5 [overflow-wrap:anywhere] sm:col-span-2" dir="auto">
          {platformNameOf(entry) ?? texts.none}
        </dd>
      </div>
    </dl>
  );
}

/** Adds a game to the vault, or shows and edits its entry. */
export function VaultPanel({ game }: { readonly game: Game }) {
  const dispatch = useDispatch();
  const addition = useAddition(game);
  const { entry } = addition;
  /** The entry as it was when the edit form opened. */
  const [edited, setEdited] = useState<LibraryEntry | null>(null);
  const [dialog, setDialog] = useState<'list' | 'history' | null>(null);
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
              <EntryActions
                entry={entry}
                onEdit={() => setEdited(entry)}
                onList={() => setDialog('list')}
                onHistory={() => setDialog('history')}
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
      {dialog === 'list' && entry && <AddToListDialog entries={[entry]} onClose={() => setDialog(null)} />}
      {dialog === 'history' && entry && <HistoryDialog entry={entry} onClose={() => setDialog(null)} />}
      <p role="status" className="sr-only">
        {addition.justAdded && entry && texts.added}
      </p>
    </section>
  );
}

/** Returns true until the client knows whether the game is in the user's vault. */
function useVaultPending(): boolean {
  const { known } = useSelector(selectSession);
  const owner = useSelector(selectVaultOwner);
  const { status } = useLibrary();
  return !known || (owner !== null && (status === 'idle' || status === 'loading'));
}
