import type { SignedInSession } from '@nightshelf/contracts/accounts.ts';
import { Monitor, Smartphone } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { formatDay, formatMoment } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { useEndSessionMutation } from '../api.ts';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.sessions;
const isPhone = (device: string) => /android|ios|iphone|ipad/i.test(device);

interface SessionLineProps {
  readonly session: SignedInSession;
  /** True while all other sessions are being ended. */
  readonly ending: boolean;
  /** Called with the reason of a failure, or null on a new attempt. */
  readonly onRefused: (reason: string | null) => void;
}

export function SessionLine({ session, ending, onRefused }: SessionLineProps) {
  const [endSession, { isLoading }] = useEndSessionMutation();
  const end = async () => {
    onRefused(null);
    const { error } = await endSession(session);
    if (error) onRefused(messageOf(error, texts.endFailed));
  };
  const { device, address, created_at, last_seen_at, is_current } = session;
  const Icon = isPhone(device) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium [overflow-wrap:anywhere]">
          {device}
          {is_current && (
            <span className="rounded-full bg-surface-2 px-2.5 py-0.5 text-xs font-medium text-ink-2">
              {texts.current}
            </span>
          )}
        </p>
        <p className="text-sm text-ink-3">
          {is_current ? (
            texts.activeNow
          ) : (
            <time dateTime={last_seen_at} title={formatMoment(last_seen_at)}>
              {texts.lastSeen(formatAgo(last_seen_at))}
            </time>
          )}
          , {texts.since(formatDay(created_at))}
        </p>
        <p className="text-sm [overflow-wrap:anywhere] text-ink-3">{address ?? texts.unknownAddress}</p>
      </div>
      {!is_current && (
        <Button size="small" busy={ending || isLoading} aria-label={texts.endNamed(device)} onClick={end}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
