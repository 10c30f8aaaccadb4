import type { SignedInSession } from '@nightshelf/contracts/accounts.ts';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useQuestion } from '../../../components/ui/question.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { formatDay, formatMoment } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { securityApi } from '../api.ts';
import { Item, LoadedPanel } from '../components/loaded-panel.tsx';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.sessions;

const isPhone = (device: string) => /android|ios|iphone|ipad/i.test(device);

interface SessionLineProps {
  readonly session: SignedInSession;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionLine({ session, busy, onEnd }: SessionLineProps) {
  const { device, address, created_at, last_seen_at, is_current } = session;
  const Icon = isPhone(device) ? Smartphone : Monitor;
  return (
    <Item
      icon={<Icon aria-hidden="true" className="size-5 shrink-0 text-ink-3" />}
      name={
        <>
          {device}
          {is_current && (
            <span className="ml-2 rounded-full bg-surface-2 px-2.5 py-0.5 text-xs font-medium text-ink-2">
              {texts.current}
            </span>
          )}
        </>
      }
      facts={[
        <>
          {is_current ? (
            texts.activeNow
          ) : (
            <time dateTime={last_seen_at} title={formatMoment(last_seen_at)}>
              {texts.lastSeen(formatAgo(last_seen_at))}
            </time>
          )}
          , {texts.since(formatDay(created_at))}
        </>,
        address ?? texts.unknownAddress,
      ]}
    >
      {!is_current && (
        <Button size="small" busy={busy} aria-label={texts.endNamed(device)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </Item>
  );
}

/** A longer list would bury the rest of the page. */
const shownAtFirst = 5;

const currentFirst = (list: readonly SignedInSession[]) =>
  list.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));

/** Signed-in sessions, this browser first, each with a way to end it. */
export function SessionsPanel() {
  const query = securityApi.useSessionsQuery();
  const [endSession, one] = securityApi.useEndSessionMutation();
  const [endOtherSessions, all] = securityApi.useEndOtherSessionsMutation();
  const [showsAll, setShowsAll] = useState(false);
  const [question, ask] = useQuestion();
  const list = query.data?.sessions ?? [];
  const endOthers = () => {
    one.reset();
    endOtherSessions();
  };
  const shown = currentFirst(list).slice(0, showsAll ? undefined : shownAtFirst);
  const others = list.filter(({ is_current }) => !is_current).length;
  const askEndOthers = () =>
    ask({
      title: texts.confirmTitle,
      text: texts.confirmText(others),
      confirm: texts.confirm,
      onConfirm: endOthers,
    });
  return (
    <LoadedPanel title={texts.title} query={query} failed={texts.failed} shape={<Skeleton className="h-26" />}>
      <Refusal error={one.error ?? all.error} fallback={texts.endFailed} />
      <ul className="divide-y divide-line">
        {shown.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            busy={all.isLoading || (one.isLoading && one.originalArgs?.id === session.id)}
            onEnd={() => {
              all.reset();
              endSession(session);
            }}
          />
        ))}
      </ul>
      {others === 0 ? (
        <p className="mt-2 text-sm text-ink-3">{texts.onlyThis}</p>
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button busy={all.isLoading} onClick={askEndOthers}>
            {texts.endOthers}
          </Button>
          {list.length > shown.length && (
            <Button look="plain" onClick={() => setShowsAll(true)}>
              {texts.showAll(list.length)}
            </Button>
          )}
        </div>
      )}
      {question}
    </LoadedPanel>
  );
}
