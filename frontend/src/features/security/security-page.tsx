import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectUser } from '../../entities/session/selectors.ts';
import { AccountHeader } from '../../entities/user/account-header.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { ActivityPanel } from './activity/activity-panel.tsx';
import { activityState } from './activity/saga.ts';
import { IdentitiesPanel } from './identities/identities-panel.tsx';
import { identitiesState } from './identities/saga.ts';
import { methodsNeeded } from './identities/slice.ts';
import { PasswordPanel } from './password/password-panel.tsx';
import { passwordState } from './password/saga.ts';
import { sessionsState } from './sessions/saga.ts';
import { SessionsPanel } from './sessions/sessions-panel.tsx';
import { securityTexts } from './texts.ts';

export const page: PageModule = {
  Page: SecurityPage,
  state: [passwordState, identitiesState, sessionsState, activityState],
};

/** The ways into the account, who uses them, and what has happened. */
function SecurityPage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  useEffect(() => {
    dispatch(methodsNeeded());
  }, [dispatch]);
  // The guard lets nobody else in; this is the moment of signing out.
  if (!user) return null;
  return (
    <>
      <AccountHeader title={securityTexts.title} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <PasswordPanel user={user} />
          <IdentitiesPanel />
          <SessionsPanel />
        </div>
        <ActivityPanel />
      </div>
    </>
  );
}
