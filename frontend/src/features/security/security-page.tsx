import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { Refusal } from '../../components/ui/refusal.tsx';
import { serverState } from '../../entities/server/state.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { AccountHeader } from '../../entities/user/account-header.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { ActivityPanel } from './activity/activity-panel.tsx';
import { AddressPanel } from './address/address-panel.tsx';
import { securityApi } from './api.ts';
import { ActionRow, LoadedPanel } from './components/loaded-panel.tsx';
import { PasskeysPanel } from './factors/passkeys-panel.tsx';
import { RecoveryCodesPanel } from './factors/recovery-codes-panel.tsx';
import { TotpPanel } from './factors/totp-panel.tsx';
import { IdentitiesPanel } from './identities/identities-panel.tsx';
import { ChangePasswordForm, loadForms } from './lazy-forms.tsx';
import { SessionsPanel } from './sessions/sessions-panel.tsx';
import { securityTexts } from './texts.ts';
import { TokensPanel } from './tokens/tokens-panel.tsx';

const texts = securityTexts.password;

/** Changes the password, or sets a first one. */
export function PasswordPanel({ user }: { readonly user: OwnUser }) {
  const query = securityApi.useSignInMethodsQuery();
  const [changing, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <LoadedPanel title={texts.title} query={query} failed={securityTexts.identities.failed}>
      {query.data?.has_password ? (
        <ActionRow text={texts.has}>
          <Button onPointerEnter={loadForms} onFocus={loadForms} onClick={() => setChanging(true)}>
            {texts.change}
          </Button>
        </ActionRow>
      ) : (
        <FirstPassword user={user} />
      )}
      {changing && (
        <Dialog title={texts.change} onClose={close}>
          <ChangePasswordForm username={user.username} onClose={close} />
        </Dialog>
      )}
    </LoadedPanel>
  );
}

function FirstPassword({ user: { username, email } }: { readonly user: OwnUser }) {
  // Shared cache key: the next visit still shows that the link was sent.
  const [askForLink, { isLoading, isSuccess, error }] = securityApi.useAskForLinkMutation({
    fixedCacheKey: 'first password',
  });
  const way = email === null ? texts.noEmail : texts.byMail(email);
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {texts.hasNone} {way}
      </p>
      <Refusal error={error} fallback={texts.notSent} className="" />
      {email !== null && isSuccess && <MessageBox tone="notice">{texts.sent(email)}</MessageBox>}
      {email !== null && !isSuccess && (
        <Button busy={isLoading} onClick={() => askForLink(username)} className="justify-self-start">
          {isLoading ? texts.asking : texts.set}
        </Button>
      )}
    </div>
  );
}

export const page: PageModule = { Page: SecurityPage, state: [serverState] };

/** Sign-in methods, sessions and audit trail. */
function SecurityPage() {
  const user = useSelector(selectUser);
  // The route guard requires a user, so this only happens during sign-out.
  if (!user) return null;
  return (
    <>
      <AccountHeader title={securityTexts.title} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <AddressPanel user={user} />
          <PasswordPanel user={user} />
          <PasskeysPanel />
          <TotpPanel />
          <RecoveryCodesPanel />
          <IdentitiesPanel />
        </div>
        <div className="grid gap-6">
          <SessionsPanel />
          <TokensPanel />
          <ActivityPanel />
        </div>
      </div>
    </>
  );
}
