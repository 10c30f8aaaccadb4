import { MailCheck } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { addressTexts as texts } from './texts.ts';
import { useMailAgain } from './use-mail-again.ts';

/** Reminds the user on every page to confirm their email address, and resends the email. */
export function AddressBanner() {
  const { send, busy, outcome } = useMailAgain();
  return (
    <aside aria-label={texts.label} className="border-y border-line bg-surface-1">
      <div className="mx-auto flex min-h-11.5 max-w-[90rem] items-center gap-x-3 px-4 text-sm sm:min-h-12.5 sm:gap-x-4 sm:py-1.5 sm:px-6 lg:px-8">
        <MailCheck aria-hidden="true" className="hidden size-4.5 shrink-0 text-accent sm:block" />
        <p className="min-w-0 flex-1 text-ink-2 max-sm:text-xs max-sm:leading-tight" aria-live="polite">
          {outcome?.text ?? texts.confirm}
        </p>
        {!outcome?.isSent && (
          <Button
            size="small"
            busy={busy}
            onClick={send}
            className="max-sm:-mr-2 max-sm:bg-transparent max-sm:px-2 max-sm:text-xs max-sm:text-accent"
          >
            {busy ? (
              texts.sending
            ) : (
              <span>
                {/* The middle of the label does not fit on a phone; screen readers still read it. */}
                {texts.send} <span className="max-sm:sr-only">{texts.theMail}</span> {texts.again}
              </span>
            )}
          </Button>
        )}
      </div>
    </aside>
  );
}
