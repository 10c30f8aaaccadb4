import { type Bench, type Figure, less } from '../figures.ts';
import { percentile } from '../statistics.ts';
import { type InstalledVault, installVault } from './installed-vault.ts';
import { measureVault } from './keystrokes.ts';
import { askForAll, askSince, noticeChanges, openAsker, type Told, versionNow } from './news.ts';
import { type Opening, openVault, type Step, steps } from './opening.ts';

const entries = 10_000;
const rounds = 25;
/** That are not counted: code that has not run yet is slow. */
const warmUps = 3;

/** A large vault that a browser keeps: how soon it opens, answers a keystroke, and shows a change made elsewhere. */
export const vaultBench: Bench = {
  what: `A vault of ${entries.toLocaleString('en')} games that Chromium keeps: opening it, typing into its search, changes made elsewhere.`,
  turn: async () => {
    const vault = await installVault(entries);
    try {
      return [
        ...(await openings(vault)),
        ...(await keystrokes(vault)),
        ...(await answers(vault)),
        ...(await changesElsewhere(vault)),
      ];
    } finally {
      await vault.stop();
    }
  },
};

async function openings({ chromium, product }: InstalledVault): Promise<Figure[]> {
  const opened: Opening[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const opening = await openVault(chromium, product.url);
    if (round >= 0) opened.push(opening);
  }
  return Object.entries(steps).flatMap(([step, name]) =>
    ranks(
      `opening: ${name}`,
      opened.map((one) => one[step as Step]),
    ),
  );
}

async function keystrokes({ chromium, product }: InstalledVault): Promise<Figure[]> {
  const { keystrokes, chips } = await measureVault(chromium, product.url);
  return [
    ...ranks('a keystroke, until its list is painted', keystrokes),
    ...ranks('a filter, until its list is painted', chips),
  ];
}

async function answers(vault: InstalledVault): Promise<Figure[]> {
  const asker = await openAsker(vault);
  const guid = await asker.evaluate<string>(`ask('/api/games/library').then(({ data }) => data.library[0].guid)`);
  let version = await versionNow(asker);
  const since: Told[] = [];
  const whole: Told[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    await vault.changeElsewhere(guid, 1001 + round);
    const answer = await askSince(asker, version);
    const all = await askForAll(asker);
    version = answer.version;
    if (round >= 0) {
      since.push(answer.told);
      whole.push(all);
    }
  }
  await asker.end();
  return [
    ...ranks(
      'what has changed since a version',
      since.map(({ ms }) => ms),
    ),
    ...ranks(
      'the whole vault',
      whole.map(({ ms }) => ms),
    ),
    less(
      'the whole vault, sent',
      'KB',
      percentile(
        whole.map(({ sent }) => sent / 1000),
        50,
      ),
    ),
  ];
}

async function changesElsewhere(vault: InstalledVault): Promise<Figure[]> {
  const noticed = await noticeChanges(vault, rounds);
  return ranks('a change made elsewhere, until it is painted here', noticed);
}

const ranks = (name: string, values: readonly number[]) =>
  [50, 95].map((rank) => less(`${name}: p${rank}`, 'ms', percentile(values, rank)));
