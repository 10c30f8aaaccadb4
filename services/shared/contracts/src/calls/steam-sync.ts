import { answer } from '../answer.ts';
import { defineCall } from '../call.ts';
import { steamLimits } from '../limits.ts';
import { steamSync, steamSyncForm } from '../steam.ts';

const path = '/api/games/library/accounts/steam';
const writing = { scope: 'library:write', limits: steamLimits } as const;

export const getSteamSync = defineCall(`GET ${path}`, {
  scope: 'library:read',
  summary: 'The Steam account that the vault syncs with, and its last check',
  answer: answer({ steam: steamSync.nullable() }),
});

export const synchroniseSteam = defineCall(`PUT ${path}`, {
  ...writing,
  summary:
    'Set up or change the sync with a public Steam account, checked now and then daily. New games and hours arrive as an import that can be undone; the user’s edits and removals stay',
  body: steamSyncForm,
  answer: answer({ steam: steamSync }),
});

export const lookAtSteam = defineCall(`POST ${path}/look`, {
  ...writing,
  summary: 'Check the Steam account now',
  refuses: ['library.not_synchronised'],
  answer: answer({ steam: steamSync }),
});

export const endSteamSync = defineCall(`DELETE ${path}`, {
  ...writing,
  summary: 'Stop syncing with Steam and delete the account’s data; the vault does not change',
});
