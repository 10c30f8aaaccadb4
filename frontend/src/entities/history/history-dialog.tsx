import type { EntryStep } from '@nightshelf/contracts/entry-history.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { LoadFailureBox } from '../../components/ui/load-failure.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { messageOf } from '../../lib/api-errors.ts';
import { formatDay, formatMoment } from '../../lib/format.ts';
import { useWhileHere } from '../../lib/use-while-here.ts';
import { alertRaised } from '../alerts/slice.ts';
import { changedFields } from '../library/merge-changes.ts';
import { libraryChanged, updateRequested } from '../library/slice.ts';
import { isTemporary } from '../library/sync/change.ts';
import { useEntry } from '../library/use-entry.ts';
import { useEntryHistoryInfiniteQuery, useRestoreStepMutation } from './api.ts';
import { historyTexts as texts } from './texts.ts';
import { ValueChanges } from './value-changes.tsx';

interface StepLineProps {
  readonly step: EntryStep;
  readonly entry: LibraryEntry;
  /** Nothing has changed since this step. */
  readonly isNow: boolean;
  readonly busy: boolean;
  readonly onBack: () => void;
}

function StepLine({ step, entry, isNow, busy, onBack }: StepLineProps) {
  const { at, kind, by, changes } = step;
  const time = formatMoment(at);
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm text-ink-3">
          <span className="font-medium text-ink-1">{texts.kinds[kind]}</span> {texts.by(by)}{' '}
          <time dateTime={at} className="block tabular-nums">
            {time}
          </time>
        </p>
        {kind !== 'removed' && changes.length > 0 && (
          <ValueChanges
            entry={entry}
            changes={kind === 'changed' ? changes : changes.map(({ field, to }) => ({ field, to }))}
            className="mt-1"
          />
        )}
      </div>
      {isNow && kind !== 'removed' && <span className="shrink-0 pt-0.5 text-sm text-ink-3">{texts.asItIs}</span>}
      {!isNow && kind !== 'removed' && (
        <Button size="small" disabled={busy} aria-label={texts.backTo(time)} onClick={onBack} className="shrink-0">
          {texts.back}
        </Button>
      )}
    </li>
  );
}

interface HistoryDialogProps {
  readonly entry: LibraryEntry;
  readonly onClose: () => void;
}

/** Lists every change of a game in the vault, newest first, each with a button to restore that state. */
export function HistoryDialog({ entry: given, onClose }: HistoryDialogProps) {
  const dispatch = useDispatch();
  const entry = useEntry(given.guid) ?? given;
  const isNew = isTemporary(entry);
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useEntryHistoryInfiniteQuery(isNew ? skipToken : entry.id);
  const [restore, restoring] = useRestoreStepMutation();
  const whileHere = useWhileHere();
  const [first] = data?.pages ?? [];
  const steps = data?.pages.flatMap((page) => page.steps) ?? [];
  const oldest = steps.at(-1);
  const { name } = entry.game;

  const goBack = async (step: number, done: string) => {
    const restored = await restore({ id: entry.id, step, if_version: entry.version });
    if (!restored.data) return;
    const { user_game: now } = restored.data;
    const { id: entry_id, guid, version } = now;
    dispatch(libraryChanged({ entry_id, guid, version }));
    const { status, rating, hours_played, platform_id, is_shared, tags = [] } = entry;
    const before = { status, rating, hours_played, platform_id, is_shared, tags };
    const dispatches = updateRequested({ entry: now, changes: changedFields(now, before) });
    dispatch(alertRaised({ tone: 'notice', text: done, action: { label: texts.undo, dispatches } }));
    whileHere(onClose);
  };

  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className="sheet -mt-2">
        <p className="-mt-1 mb-3 line-clamp-2 [overflow-wrap:anywhere] text-ink-2" dir="auto">
          {name}
        </p>
        {restoring.error !== undefined && (
          <MessageBox className="mb-3">{messageOf(restoring.error, texts.notDone)}</MessageBox>
        )}
        {isNew && <MessageBox tone="notice">{texts.waits}</MessageBox>}
        {isFetching && !data && <p role="status">{texts.loading}</p>}
        {error && !isFetching && !data && (
          <LoadFailureBox text={messageOf(error, texts.failed)} onRetry={() => refetch()} />
        )}
        {first?.keep === 'nothing' && <p className="text-ink-2">{texts.nothingKept}</p>}
        {first && first.keep !== 'nothing' && steps.length === 0 && (
          <p className="text-ink-2">{texts.empty(formatDay(first.began_at))}</p>
        )}
        {steps.length > 0 && (
          <ol aria-label={texts.list} className="divide-y divide-line">
            {steps.map((step, at) => (
              <StepLine
                key={step.step}
                step={step}
                entry={entry}
                isNow={at === 0}
                busy={restoring.isLoading}
                onBack={() => void goBack(step.step, texts.done(name, formatMoment(step.at)))}
              />
            ))}
          </ol>
        )}
        {first && oldest && !hasNextPage && oldest.kind !== 'added' && (
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
            <p className="text-sm text-ink-2">{texts.beforeText(formatDay(first.began_at))}</p>
            <Button
              size="small"
              disabled={restoring.isLoading}
              aria-label={`${texts.back}. ${texts.before}`}
              onClick={() => void goBack(0, texts.doneFirst(name))}
            >
              {texts.back}
            </Button>
          </div>
        )}
        {hasNextPage && (
          <Button look="plain" size="small" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {texts.more}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
