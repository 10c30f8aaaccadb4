import { cpus, loadavg } from 'node:os';
import { percentile } from '../statistics.ts';
import { type InstalledVault, installVault } from './installed-vault.ts';
import { askForAll, askSince, noticeChanges, openAsker, type Told, versionNow } from './news.ts';
import { type Opening, openVault, type Step, steps } from './opening.ts';

const entries = 10_000;
const rounds = 25;
/** That are not counted: code that has not run yet is slow. */
const warmUps = 3;
const goals = { openingMs: 200 };

/** A large vault that a browser keeps: how soon it is there when it is opened, and how soon a change made elsewhere is. */
export async function benchVault(): Promise<void> {
  const vault = await installVault(entries);
  try {
    console.log(`\nA vault of ${entries.toLocaleString('en')} games, kept by the browser. ${circumstances()}`);
    await benchOpenings(vault);
    await benchNews(vault);
    await benchNoticing(vault);
    console.log(circumstances());
  } finally {
    await vault.stop();
  }
}

async function benchOpenings({ chromium, product }: InstalledVault): Promise<void> {
  const awake: Opening[] = [];
  const asleep: Opening[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [isAsleep, openings] of [[false, awake] as const, [true, asleep] as const]) {
      const opening = await openVault(chromium, product.url, isAsleep);
      if (round >= 0) openings.push(opening);
    }
  }
  for (const [worker, openings] of Object.entries({ running: awake, stopped: asleep })) {
    console.log(`\nOpening it in a new tab, its worker ${worker}; ms from the start of the navigation until`);
    const rows = Object.entries(steps).map(([step, what]) => [what, summary(timesOf(openings, step as Step))]);
    console.table(Object.fromEntries(rows));
    const shown = percentile(timesOf(openings, 'shown'), 50);
    console.log(
      `Goal for the first games: ${goals.openingMs} ms; ${shown <= goals.openingMs ? 'met' : 'missed'} (p50).`,
    );
  }
}

const timesOf = (openings: readonly Opening[], step: Step) => openings.map((one) => one[step] ?? Number.NaN);

async function benchNews(vault: InstalledVault): Promise<void> {
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
  console.log('\nAfter each change made elsewhere, from the request until the page has the answer as objects, ms');
  const row = (told: readonly Told[]) => ({
    ...summary(told.map(({ ms }) => ms)),
    'KB sent': kilobytes(told.map(({ sent }) => sent)),
    'KB read': kilobytes(told.map(({ read }) => read)),
  });
  console.table({ 'what has changed since': row(since), 'the whole vault': row(whole) });
}

async function benchNoticing(vault: InstalledVault): Promise<void> {
  const noticed = await noticeChanges(vault, rounds);
  console.log('\nA change made elsewhere while the vault is open here, ms');
  console.table({
    'from its acknowledgement there until it is painted here': summary(noticed.map(({ all }) => all)),
    'of that: until the page asks what has changed': summary(noticed.map(({ untilAsked }) => untilAsked)),
    'of that: the request': summary(noticed.map(({ request }) => request)),
    'of that: from the answer until it is painted': summary(noticed.map(({ untilPainted }) => untilPainted)),
  });
}

const summary = (values: readonly number[]) => ({
  n: values.filter((value) => !Number.isNaN(value)).length,
  min: percentile(values, 0),
  p50: percentile(values, 50),
  p95: percentile(values, 95),
  max: percentile(values, 100),
});

const kilobytes = (bytes: readonly number[]) => percentile([percentile(bytes, 50) / 1000], 50);

function circumstances(): string {
  const load = loadavg().map((value) => value.toFixed(1));
  return `Load of the machine: ${load.join(' ')}; ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}.`;
}
