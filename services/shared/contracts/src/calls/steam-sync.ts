import { answer, success } from '../answer.ts';
import { defineCall } from '../call.ts';
import { steamLimits } from '../limits.ts';
import { steamSync, steamSyncForm } from '../steam-sync.ts';

const path = '/api/games/library/accounts/steam';
const writing = { access: 'guarded', scope: 'library:write', limits: steamLimits } as const;

export const getSteamSync = defineCall({
  method: 'GET',
  path,
  access: 'guarded',
  scope: 'library:read',
  summary: 'The Steam account that the vault is synchronised with, and when it was last looked at with what outcome',
  answer: answer({ steam: steamSync.nullable() }),
});

export const synchroniseSteam = defineCall({
  method: 'PUT',
  path,
  ...writing,
  summary:
    'Synchronise the vault with a public Steam account, looked at now and then daily, or change how. What is new comes as an import that can be undone; what its user wrote stays, and what they removed or undid does not come again',
  body: steamSyncForm,
  answer: answer({ steam: steamSync }),
});

export const lookAtSteam = defineCall({
  method: 'POST',
  path: `${path}/look`,
  ...writing,
  summary: 'Have the Steam account looked at now',
  refuses: ['library.not_synchronised'],
  answer: answer({ steam: steamSync }),
});

export const endSteamSync = defineCall({
  method: 'DELETE',
  path,
  ...writing,
  summary: 'Synchronise with Steam no longer, and forget the account; the vault stays as it is',
  answer: success,
});
