import { Plus } from 'lucide-react';
import { expect, test } from 'vitest';
import { findCommands } from './palette.tsx';

const run = () => {};
const commands = [
  { label: 'Vault as a list', Icon: Plus, words: 'list view', run },
  { label: 'Log an hour: Outer Wilds', Icon: Plus, words: 'hours played', run },
  { label: 'Sign out', Icon: Plus, words: 'log out', run },
];

test.each([
  ['log out', ['Sign out', 'Log an hour: Outer Wilds']],
  ['log', ['Log an hour: Outer Wilds', 'Sign out']],
  ['list vault', ['Vault as a list']],
  ['vault view', ['Vault as a list']],
  ['xyz', []],
])('finds the commands for %s, best first', (typed, found) => {
  expect(findCommands(commands, typed).map(({ key }) => key)).toEqual(found);
});
