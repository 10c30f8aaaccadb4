import { createInterface } from 'node:readline/promises';
import { CommandRefused } from '@nightshelf/platform/service/command-refused.ts';

const refused = () =>
  new CommandRefused('Not confirmed: nothing was deleted. Type the username at a terminal, or add --yes.');

/** Asks the operator to type the username at a terminal. @throws CommandRefused */
export async function confirmByName(username: string): Promise<void> {
  if (!process.stdin.isTTY) throw refused();
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const left = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const typed = await Promise.race([lines.question(`Type ${username} to delete the account: `), left]);
    if (typed.trim() !== username) throw refused();
  } finally {
    lines.close();
  }
}
