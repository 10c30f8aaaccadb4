import type { VaultAction } from '@nightshelf/contracts/entry-history.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { LoadFailure } from '../../../components/ui/load-failure.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { NextPage } from '../../../components/ui/next-page.tsx';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { CoverOf } from '../../../entities/game/game-cover.tsx';
import { useUndoActionMutation, useVaultActionsInfiniteQuery } from '../../../entities/history/api.ts';
import { historyTexts } from '../../../entities/history/texts.ts';
import { ValueChanges } from '../../../entities/history/value-changes.tsx';
import { selectEntries, selectLibrary } from '../../../entities/library/selectors.ts';
import { libraryChanged } from '../../../entities/library/slice.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { formatDay, formatMoment } from '../../../lib/format.ts';
import { useRest } from '../use-rest.ts';
import { inWords, saysStatus, changesTexts as texts, verbOf, whatStays } from './texts.ts';

interface ChangeLineProps {
  readonly action: VaultAction;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

/** One action on the vault, with its undo. */
function ChangeLine({ action, busy, onUndo }: ChangeLineProps) {
  const { at, by, games, first } = action;
  const [one] = first;
  const verb = verbOf(action);
  return (
    <li className="flex items-start gap-3 py-3 sm:gap-4">
      {one && (
        <div className="w-10 shrink-0">
          <CoverOf game={one} />
        </div>
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          {games === 1 && one && verb ? (
            <>
              {verb}{' '}
              <Link to={`/game/${encodeURIComponent(one.guid)}`} dir="auto" className="hover:text-accent">
                {one.name}
              </Link>
            </>
          ) : (
            inWords(action)
          )}
        </p>
        {games > 1 && (
          <p className="line-clamp-2 text-sm text-ink-2" dir="auto">
            {texts.names(
              first.map(({ name }) => name),
              games - first.length,
            )}
          </p>
        )}
        {!saysStatus(action) && <Changes action={action} />}
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-ink-3">
          {by && <span>{historyTexts.by(by)}</span>}
          <time dateTime={at} className="whitespace-nowrap tabular-nums">
            {formatMoment(at)}
          </time>
        </p>
      </div>
      <WayBack action={action} busy={busy} onUndo={onUndo} />
    </li>
  );
}

/** Lists the changes; for several games, only those that all have in common. */
function Changes({ action: { changes, first, changed } }: { readonly action: VaultAction }) {
  const { entries } = useSelector(selectLibrary);
  const [one] = first;
  if (changed === 0 || changes.length === 0 || !one) return null;
  // Of a removed game, only the name is known here.
  const entry = entries[one.guid] ?? ({ game: { platforms: [] }, platform: null } as unknown as LibraryEntry);
  return <ValueChanges entry={entry} changes={changes} className="mt-0.5" />;
}

function WayBack({ action, busy, onUndo }: ChangeLineProps) {
  const { undo, by } = action;
  const done = useRef<HTMLParagraphElement>(null);
  const before = useRef(undo);
  // The pressed button is gone, so keyboard focus moves here.
  useEffect(() => {
    if (before.current === 'possible' && undo === 'done' && document.activeElement === document.body) {
      done.current?.focus();
    }
    before.current = undo;
  }, [undo]);
  if (undo === 'done') {
    return (
      <p ref={done} tabIndex={-1} className="shrink-0 pt-0.5 text-sm text-ink-3">
        {texts.undone}
      </p>
    );
  }
  if (undo === 'possible') {
    return (
      <Button
        size="small"
        disabled={busy}
        aria-label={texts.undoOf(inWords(action))}
        onClick={onUndo}
        className="shrink-0"
      >
        {texts.undo}
      </Button>
    );
  }
  return (
    <ButtonLink
      look="plain"
      size="small"
      to={by?.kind === 'session' ? '/journal' : `/import?id=${by?.id}`}
      className="shrink-0"
    >
      {by?.kind === 'session' ? texts.toJournal : texts.toImport}
    </ButtonLink>
  );
}

/** All vault actions on any device, newest first, each with an undo. */
export function RecentChanges() {
  const dispatch = useDispatch();
  const query = useVaultActionsInfiniteQuery();
  const { data, error, isFetching, refetch } = query;
  const [undo, undoing] = useUndoActionMutation();
  useRefreshed(refetch);
  const [first] = data?.pages ?? [];
  const actions = data?.pages.flatMap((page) => page.actions) ?? [];

  const undoOne = (action: VaultAction) =>
    undo(action.step)
      .unwrap()
      .then(({ undone, stayed }) => {
        dispatch(libraryChanged());
        const text = stayed > 0 ? whatStays(action, stayed, undone) : texts.isUndone(inWords(action));
        dispatch(alertRaised({ tone: 'notice', text }));
      })
      .catch((fault) => {
        dispatch(alertRaised({ tone: 'error', text: messageOf(fault, texts.notUndone) }));
      });

  return (
    <section aria-label={texts.list} className="max-w-3xl rounded-2xl bg-surface-1 px-4 py-2 sm:px-5">
      {isFetching && !data && (
        <p role="status" className="py-3 text-ink-2">
          {texts.loading}
        </p>
      )}
      {error && !isFetching && !data && (
        <LoadFailure title={texts.failed} text={messageOf(error, '')} onRetry={() => refetch()} />
      )}
      {first?.keep === 'nothing' && (
        <MessageBox tone="notice" className="my-3">
          {texts.nothingKept}
        </MessageBox>
      )}
      {first && first.keep !== 'nothing' && actions.length === 0 && (
        <p className="py-3 text-ink-2">{texts.empty(formatDay(first.began_at))}</p>
      )}
      {actions.length > 0 && (
        <ol aria-label={texts.list} className="divide-y divide-line">
          {actions.map((action) => (
            <ChangeLine
              key={action.step}
              action={action}
              busy={undoing.isLoading}
              onUndo={() => void undoOne(action)}
            />
          ))}
        </ol>
      )}
      <NextPage query={query} texts={texts} size="small" className="my-2" />
    </section>
  );
}

/** Reloads when the vault has changed here or on another device. */
function useRefreshed(refetch: () => unknown): void {
  const { status } = useSelector(selectLibrary);
  const entries = useSelector(selectEntries);
  const rested = useRest(status === 'ready' ? entries : null);
  const known = useRef(rested);
  useEffect(() => {
    const before = known.current;
    known.current = rested;
    if (before !== null && rested !== before) refetch();
  }, [rested, refetch]);
}
