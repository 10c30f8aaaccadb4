import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { daysToMend } from './advisory.ts';
import { concerned } from './concerned.ts';
import { fromOsv } from './from-osv.ts';
import { installedBy } from './installed.ts';
import { accepted, advisories, listFile } from './lists.ts';

const { values } = parseArgs({ options: { refresh: { type: 'string' } } });
const installed = installedBy(readFileSync(join(checkoutRoot, 'package-lock.json'), 'utf8'));

if (values.refresh) refresh(values.refresh);
else check();

/** Takes over every advisory about what is installed from a folder of OSV files, and keeps those that were added by hand. */
function refresh(folder: string): void {
  const names = new Set(installed.map(({ name }) => name));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const fresh = files.flatMap((name) => fromOsv(JSON.parse(readFileSync(join(folder, name), 'utf8')), names));
  const kept = advisories.filter(
    (old) => !fresh.some(({ id, package: name }) => id === old.id && name === old.package),
  );
  const all = [...kept, ...fresh].sort((a, b) => a.package.localeCompare(b.package) || a.id.localeCompare(b.id));
  writeFileSync(listFile, `${JSON.stringify(all, null, 2)}\n`);
  console.log(`${fresh.length} advisories about ${names.size} packages, from ${files.length} files`);
}

function check(): void {
  const concerns = concerned(installed, advisories, accepted);
  for (const { advisory, installed: one } of concerns) {
    const { id, severity, summary, published, source } = advisory;
    // What only our tests and tools use has twice as long.
    const days = daysToMend[severity] * (one.isRuntime ? 1 : 2);
    const due = new Date(Date.parse(published) + days * 86_400_000).toISOString().slice(0, 10);
    console.log(`${one.name} ${one.version}: ${severity}, ${id}, to be mended by ${due}: ${summary} ${source}`);
  }
  console.log(`${installed.length} packages, ${advisories.length} advisories known, ${concerns.length} open`);
  process.exitCode = concerns.length > 0 ? 1 : 0;
}
