/**
 * `npm run release -- check <tag>`: exits with 1 and the reasons when the tag must not be released; passes version,
 * registry and images to a workflow (`GITHUB_OUTPUT`).
 * `npm run release -- files <list of images> <folder>`: writes the release's files other than its images.
 * `npm run release -- bills <folder> [image …]`: writes the bill of materials of each image.
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { billOfMaterials, readCheckout, tagFaults, writeReleaseFiles } from './release.ts';
import { releasedImages } from './released-images.ts';

const root = process.cwd();
/** Image names must be lowercase; names of GitHub owners need not be. */
const registry = `ghcr.io/${(process.env.GITHUB_REPOSITORY_OWNER ?? 'owner').toLowerCase()}`;
const [command, ...rest] = parseArgs({ allowPositionals: true }).positionals;

if (command === 'check') check(rest[0] ?? '');
else if (command === 'files') files(rest[0] ?? '', rest[1] ?? '');
else if (command === 'bills') bills(rest[0] ?? '', rest.slice(1));
else throw new Error('check <tag>, files <list> <folder>, or bills <folder> [image …]');

function check(tag: string): void {
  const checkout = readCheckout(root);
  const faults = tagFaults(tag, checkout);
  for (const fault of faults) console.error(`${tag} is not released: ${fault}`);
  if (faults.length > 0) process.exit(1);
  // For a workflow's matrix and the arguments of docker/build-push-action, one per line.
  const matrix = releasedImages.map(({ name, dockerfile, args = {} }) => {
    const lines = Object.entries(args).map(([key, value]) => `${key}=${value}`);
    return { name, dockerfile, args: lines.join('\n') };
  });
  const outputs = { version: checkout.packageVersion, registry, images: JSON.stringify(matrix) };
  const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`);
  if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, lines.join(''));
  console.log(lines.join('').trimEnd());
}

function files(list: string, folder: string): void {
  writeReleaseFiles(root, readFileSync(list, 'utf8'), readCheckout(root).packageVersion, registry, folder);
}

function bills(folder: string, names: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, packages } of releasedImages) {
    if (!packages || (names.length > 0 && !names.includes(name))) continue;
    writeFileSync(join(folder, `${name}.cdx.json`), billOfMaterials(root, packages));
  }
}
