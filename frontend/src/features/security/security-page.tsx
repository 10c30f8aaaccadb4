import { useSelector } from 'react-redux';
import { serverState } from '../../entities/server/state.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { AccountHeader } from '../../entities/user/account-header.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { ActivityPanel } from './activity/activity-panel.tsx';
import { AddressPanel } from './address/address-panel.tsx';
import { PasskeysPanel } from './factors/passkeys-panel.tsx';
import { RecoveryCodesPanel } from './factors/recovery-codes-panel.tsx';
import { TotpPanel } from './factors/totp-panel.tsx';
import { IdentitiesPanel } from './identities/identities-panel.tsx';
import { PasswordPanel } from './password/password-panel.tsx';
import { SessionsPanel } from './sessions/sessions-panel.tsx';
import { securityTexts } from './texts.ts';
import { TokensPanel } from './tokens/tokens-panel.tsx';

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
