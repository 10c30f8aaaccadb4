import type { NotificationKind } from '@nightshelf/contracts/notifications.ts';
import { useId } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { useChangeNotificationSettingsMutation, useNotificationSettingsQuery } from '../api.ts';
import { notificationTexts } from '../texts.ts';
import { PushSwitch } from './push-switch.tsx';

const { settings: texts, push: pushTexts } = notificationTexts;
const kinds = Object.keys(texts.kinds) as readonly NotificationKind[];

/** Settings for each kind of notification and its channels. */
export function KindsPanel() {
  const { data, isError, isFetching, refetch } = useNotificationSettingsQuery();
  const [change, { error }] = useChangeNotificationSettingsMutation();
  const weeklyHint = useId();
  const hasFailed = !data && isError && !isFetching;
  return (
    <Panel title={texts.title}>
      {hasFailed && (
        <MessageBox>
          <p>{texts.failed}</p>
          <Button size="small" onClick={() => refetch()} className="mt-2">
            {notificationTexts.retry}
          </Button>
        </MessageBox>
      )}
      {error && <MessageBox className="mb-3">{messageOf(error, texts.notKept)}</MessageBox>}
      {!hasFailed && (
        <ul className="grid gap-1">
          {kinds.map((kind) => (
            <li key={kind} className="min-h-11">
              {data ? (
                <>
                  <Checkbox
                    label={texts.kinds[kind]}
                    checked={data.settings[kind].on}
                    onChange={({ target }) => change({ settings: { [kind]: { on: target.checked } } })}
                  />
                  {data.push.on_here && data.settings[kind].on && (
                    <Checkbox
                      label={pushTexts.kind}
                      aria-label={pushTexts.kindNamed(texts.kinds[kind])}
                      className="ml-7 text-sm text-ink-2!"
                      checked={data.settings[kind].push}
                      onChange={({ target }) => change({ settings: { [kind]: { push: target.checked } } })}
                    />
                  )}
                </>
              ) : (
                <Skeleton className="h-6" />
              )}
            </li>
          ))}
        </ul>
      )}
      {data && (
        <div className="mt-3 border-t border-line pt-3">
          <Checkbox
            label={texts.weekly}
            aria-describedby={weeklyHint}
            checked={data.weekly_mail === true}
            onChange={({ target }) => change({ weekly_mail: target.checked })}
          />
          <p id={weeklyHint} className="mt-1 ml-7 text-sm text-ink-2">
            {texts.weeklyHint}
          </p>
        </div>
      )}
      {data && <PushSwitch push={data.push} />}
    </Panel>
  );
}
