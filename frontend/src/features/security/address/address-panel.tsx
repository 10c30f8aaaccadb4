import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useMailAgain } from '../../../entities/address/use-mail-again.ts';
import { securityApi } from '../api.ts';
import { ActionRow, ActionShape, LoadedPanel } from '../components/loaded-panel.tsx';
import { ChangeEmailForm } from '../lazy-forms.tsx';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.address;

/** The email address, its confirmation, and a form to change it. */
export function AddressPanel({ user }: { readonly user: OwnUser }) {
  const query = securityApi.useSignInMethodsQuery();
  const [changing, setChanging] = useState(false);
  const close = () => setChanging(false);
  const isUnconfirmed = user.email !== null && user.email_verified === false;
  const title = user.email === null ? texts.add : texts.change;
  const pending = query.data?.pending_email ?? null;
  return (
    <LoadedPanel
      title={texts.title}
      query={query}
      failed={securityTexts.identities.failed}
      shape={
        <>
          <ActionShape />
          {isUnconfirmed && <Skeleton className="mt-1 h-10 w-40" />}
        </>
      }
    >
      <ActionRow
        text={
          <>
            <p className="[overflow-wrap:anywhere] text-ink-1">{user.email ?? texts.none}</p>
            {user.email !== null && (
              <p className="text-sm text-ink-3">{user.email_verified ? texts.confirmed : texts.unconfirmed}</p>
            )}
          </>
        }
      >
        <Button onClick={() => setChanging(true)}>{title}</Button>
      </ActionRow>
      {pending !== null && (
        <MessageBox tone="notice" className="mt-4">
          <p className="[overflow-wrap:anywhere]">{texts.pending(pending)}</p>
        </MessageBox>
      )}
      {isUnconfirmed && <MailAgain />}
      {changing && (
        <Dialog title={title} onClose={close}>
          <ChangeEmailForm hasPassword={query.data?.has_password ?? true} username={user.username} onClose={close} />
        </Dialog>
      )}
    </LoadedPanel>
  );
}

function MailAgain() {
  const { send, busy, outcome } = useMailAgain();
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      {outcome && <MessageBox tone={outcome.isSent ? 'notice' : 'error'}>{outcome.text}</MessageBox>}
      {!outcome?.isSent && (
        <Button size="small" busy={busy} onClick={send}>
          {busy ? texts.sending : texts.sendLink}
        </Button>
      )}
    </div>
  );
}
