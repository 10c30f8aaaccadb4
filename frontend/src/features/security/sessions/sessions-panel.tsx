import type { SignedInSession } from '@nightshelf/contracts/accounts.ts';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Question } from '../../../components/ui/question.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { useEndOtherSessionsMutation, useSessionsQuery } from '../api.ts';
import { LoadedPanel } from '../components/loaded-panel.tsx';
import { securityTexts } from '../texts.ts';
import { SessionLine } from './session-line.tsx';

const texts = securityTexts.sessions;

/** A longer list would bury the rest of the page. */
const shownAtFirst = 5;

const currentFirst = (list: readonly SignedInSession[]) =>
  list.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));

/** Signed-in sessions, this browser first, each with a way to end it. */
export function SessionsPanel() {
  const query = useSessionsQuery();
  const [endOtherSessions, { isLoading: endingOthers }] = useEndOtherSessionsMutation();
  const [error, setError] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const list = query.data?.sessions ?? [];
  const endOthers = async () => {
    setConfirming(false);
    setError(null);
    const refused = (await endOtherSessions()).error;
    if (refused) setError(messageOf(refused, texts.endFailed));
  };
  const shown = currentFirst(list).slice(0, all ? undefined : shownAtFirst);
  const others = list.filter(({ is_current }) => !is_current).length;
  return (
    <LoadedPanel title={texts.title} query={query} failed={texts.failed} shape={<Skeleton className="h-26" />}>
      {error !== null && <MessageBox className="mb-4">{error}</MessageBox>}
      <ul className="divide-y divide-line">
        {shown.map((session) => (
          <SessionLine key={session.id} session={session} ending={endingOthers} onRefused={setError} />
        ))}
      </ul>
      {others === 0 ? (
        <p className="mt-2 text-sm text-ink-3">{texts.onlyThis}</p>
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button busy={endingOthers} onClick={() => setConfirming(true)}>
            {texts.endOthers}
          </Button>
          {list.length > shown.length && (
            <Button look="plain" onClick={() => setAll(true)}>
              {texts.showAll(list.length)}
            </Button>
          )}
        </div>
      )}
      {confirming && (
        <Question
          title={texts.confirmTitle}
          text={texts.confirmText(others)}
          confirm={texts.confirm}
          onClose={() => setConfirming(false)}
          onConfirm={endOthers}
        />
      )}
    </LoadedPanel>
  );
}
