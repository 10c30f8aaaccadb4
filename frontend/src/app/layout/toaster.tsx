import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { SpinnerMark } from '../../components/ui/spinner.tsx';
import { alertDismissed, selectAlerts } from '../../entities/alerts/slice.ts';
import { giveUp, waiting } from '../../lib/waiting.ts';
import { appTexts } from '../texts.ts';

/** One notice for all calls that wait for an unreachable server; cancelling it fails them immediately. */
function WaitingNotice() {
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

/** Shows all alerts, above the bottom bar. */
export function Toaster() {
  const alerts = useSelector(selectAlerts);
  const dispatch = useDispatch();
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-50 flex flex-col items-end gap-3 lg:bottom-6">
      <WaitingNotice />
      {alerts.map(({ id, text, tone, action }) => (
        <div
          key={id}
          className="rises pointer-events-auto flex w-full max-w-md items-center gap-3 rounded-xl border border-line bg-surface-2 py-2 pr-2 pl-4 shadow-lift"
        >
          {tone === 'error' ? (
            <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
          ) : (
            <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-completed" />
          )}
          <p role={tone === 'error' ? 'alert' : 'status'} className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]">
            {text}
          </p>
          {action && (
            <Button
              size="small"
              look="plain"
              className="text-accent!"
              aria-keyshortcuts={tone === 'notice' ? 'Control+Z Meta+Z' : undefined}
              onClick={() => {
                dispatch(action.dispatches);
                dispatch(alertDismissed(id));
              }}
            >
              {action.label}
            </Button>
          )}
          <Button size="icon" look="plain" aria-label={appTexts.dismiss} onClick={() => dispatch(alertDismissed(id))}>
            <X aria-hidden="true" className="size-4.5" />
          </Button>
        </div>
      ))}
    </div>
  );
}
