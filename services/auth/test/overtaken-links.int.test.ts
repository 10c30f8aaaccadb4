import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IdentitySetting, startIdentitySetting } from './identity-setting.ts';
import { takeBackBefore } from './takeover-race.ts';

let setting: IdentitySetting;
beforeAll(async () => {
  setting = await startIdentitySetting({ ROLES: 'http', SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(() => setting.stop());

test('an external account whose linking was under way when the account was taken back does not lead into it', async () => {
  const browser = setting.newBrowser();
  const { user } = await browser.join('demo', setting.newPerson().id);
  const callback = await browser.visit(await browser.beginLink('other'), setting.newPerson().id);
  const linked = await takeBackBefore(setting.service, user.id, () => browser.arrive(callback));
  expect(linked).toBe('/profile?refused=expired');
  const rows = await setting.service.query(`select 1 from identities where user_id = $1 and provider = 'other'`, [
    user.id,
  ]);
  expect(rows).toEqual([]);
});
