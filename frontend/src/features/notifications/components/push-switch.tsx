import type { PushState } from '@nightshelf/contracts/notifications.ts';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { useSubscribeToPushMutation, useUnsubscribeFromPushMutation } from '../api.ts';
import { canPush, subscribeBrowser, unsubscribeBrowser } from '../push.ts';
import { notificationTexts } from '../texts.ts';

const texts = notificationTexts.push;

/** Switches push notifications in this browser. Renders nothing without support or an offer from the server. */
export function PushSwitch({ push }: { readonly push: PushState }) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [subscribe, { isLoading: isBeginning }] = useSubscribeToPushMutation();
  const [unsubscribe, { isLoading: isEnding }] = useUnsubscribeFromPushMutation();
  const { public_key, on_here } = push;
  if (!public_key || !canPush()) return null;

  const begin = async () => {
    setFailure(null);
    setAsking(true);
    const made = await subscribeBrowser(public_key);
    setAsking(false);
    if (typeof made === 'string') return setFailure(texts[made]);
    const { error } = await subscribe(made);
    if (error) setFailure(messageOf(error, texts.failed));
  };
  const end = async () => {
    setFailure(null);
    const { error } = await unsubscribe();
    if (error) return setFailure(messageOf(error, texts.notEnded));
    await unsubscribeBrowser();
  };
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="text-sm text-ink-2">{on_here ? texts.on : texts.off}</p>
      {failure !== null && <MessageBox className="mt-3">{failure}</MessageBox>}
      {on_here ? (
        <Button busy={isEnding} onClick={end} className="mt-3">
          {texts.end}
        </Button>
      ) : (
        <Button busy={isAsking || isBeginning} onClick={begin} className="mt-3">
          <BellRing aria-hidden="true" className="size-4.5" />
          {texts.begin}
        </Button>
      )}
    </div>
  );
}
