import type { VaultAction } from '@nightshelf/contracts/entry-history.ts';
import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { useUndoActionMutation, useVaultActionsInfiniteQuery } from '../../../entities/history/api.ts';
import { selectEntries, selectLibrary } from '../../../entities/library/selectors.ts';
import { libraryChanged } from '../../../entities/library/slice.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { formatDay } from '../../../lib/format.ts';
import { useRest } from '../use-rest.ts';
import { ChangeLine } from './change-line.tsx';
import { inWords, whatStays } from './in-words.ts';
import { changesTexts as texts } from './texts.ts';

/** All vault actions on any device, newest first, each with an undo. */
export function RecentChanges() {
  const dispatch = useDispatch();
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useVaultActionsInfiniteQuery();
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
        <EmptyState
          scene="unplugged"
          tone="error"
          title={texts.failed}
          text={messageOf(error, '')}
          action={<Button onClick={() => refetch()}>{texts.retry}</Button>}
        />
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
      {hasNextPage && (
        <Button look="plain" size="small" busy={isFetchingNextPage} onClick={() => fetchNextPage()} className="my-2">
          {texts.more}
        </Button>
      )}
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
