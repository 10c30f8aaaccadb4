// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { ExternalAccounts } from '../../../entities/confirmation/dialog/confirmation-dialog.tsx';
import { leaveFor } from '../../../lib/leave-for.ts';
import { onScreen } from '../../../test/screen.tsx';
import { serverStore } from '../../../test/server-store.ts';
import { LinkForm } from '../forms.tsx';

vi.mock('../../../lib/leave-for.ts', () => ({ leaveFor: vi.fn(async () => {}) }));

const provider = { id: 'demo', name: 'Demo ID' };
const ok = { success: true, message: '' };

test('does not open the provider after the link form was closed', async () => {
  const begun = Promise.withResolvers<object>();
  const server = serverStore({ 'POST /api/auth/identity-providers/:provider/link': () => begun.promise });
  const screen = await onScreen(server.store, <LinkForm provider={provider} username="ada" onClose={() => {}} />);
  await screen.fill('Current password', 'Old#Password1');
  await screen.press('Link Demo ID');
  await screen.found(() => server.made[0]);
  await screen.leave();
  await screen.answered(() => begun.resolve({ ...ok, authorization_url: 'https://id.example.org' }));
  expect(leaveFor).not.toHaveBeenCalled();
});

test('does not open a provider for confirmation after the page was left', async () => {
  const begun = Promise.withResolvers<object>();
  const server = serverStore({
    'GET /api/auth/sign-in-methods': { ...ok, identities: [{ id: '1', provider }], providers: [provider] },
    'POST /api/auth/identity-providers/:provider/sign-in': () => begun.promise,
  });
  const screen = await onScreen(server.store, <ExternalAccounts onFailed={() => {}} />);
  await screen.press('Continue with Demo ID');
  await screen.found(() => server.made.find(({ method }) => method === 'POST'));
  await screen.leave();
  await screen.answered(() => begun.resolve({ ...ok, authorization_url: 'https://id.example.org' }));
  expect(leaveFor).not.toHaveBeenCalled();
});
