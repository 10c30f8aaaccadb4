import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { expect, test } from 'vitest';
import { startIdentitySetting } from './identity-setting.ts';
import { inTurn, resetPasswordBefore, theUser } from './two-changes.ts';

const setting = await startIdentitySetting({ ROLES: 'http', SMTP_URL: 'smtp://127.0.0.1:1' });

test('does not link an external account once the user has recovered the account', async () => {
  const browser = setting.newBrowser();
  const { user } = await browser.join('demo', setting.newPerson().id);
  const callback = await browser.visit(await browser.beginLink('other'), setting.newPerson().id);
  const linked = await resetPasswordBefore(setting.service, user.id, () => browser.arrive(callback));
  expect(linked).toBe('/profile?refused=expired');
  const links = `select from identities where user_id = $1 and provider = 'other'`;
  expect(await setting.service.query(links, [user.id])).toEqual([]);
});

test('does not sign in with a link that is removed while the address is verified', async () => {
  const [home, elsewhere, person] = [setting.newBrowser(), setting.newBrowser(), setting.newPerson()];
  const { user } = await home.join('demo', person.id);
  const { service } = setting;
  await service.query(`update users set email_verified_at = null, password_hash = 'another way in' where id = $1`, [
    user.id,
  ]);
  const [identity] = await home.identities();
  const params = { id: identity?.id };
  const callback = await elsewhere.visit(await elsewhere.begin('demo'), person.id);
  const [unlinked, arrived] = await inTurn(
    service,
    theUser(user.id),
    () => home.attempt(accountCalls.unlinkIdentity, { params }),
    () => elsewhere.arrive(callback),
  );
  expect([unlinked.status, arrived]).toEqual([200, '/login?refused=expired']);
  expect(await elsewhere.signedInAs()).toBeNull();
});
