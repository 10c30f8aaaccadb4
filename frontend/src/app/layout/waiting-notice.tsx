import { useSyncExternalStore } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { SpinnerMark } from '../../components/ui/spinner.tsx';
import { giveUp, waiting } from '../../lib/waiting.ts';
import { appTexts } from '../texts.ts';

/** One notice for all calls that wait for an unreachable server; cancelling it fails them immediately. */
export function WaitingNotice() {
  const long = useSyncExternalStore(waiting.subscribe, waiting.isLong);
  if (!long) return null;
  return (
    <div className="rises pointer-events-auto flex w-full max-w-md items-center gap-3 rounded-xl border border-line bg-surface-2 py-2 pr-2 pl-4 shadow-lift">
      <SpinnerMark />
      <p role="status" className="min-w-0 flex-1 py-1">
        {appTexts.waiting}
      </p>
      <Button size="small" look="plain" onClick={giveUp}>
        {appTexts.giveUp}
      </Button>
    </div>
  );
}
