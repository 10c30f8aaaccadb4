/**
 * `npm run release -- check <tag>`: exits with 1 and the reasons when the tag must not be released; passes version,
 * registry and images to a workflow (`GITHUB_OUTPUT`).
 * `npm run release -- files <list of images> <folder>`: writes the release's files other than its images.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readCheckout, tagFaults, writeReleaseFiles } from './release.ts';
import { buildArguments, releasedImages } from './released-images.ts';

const root = process.cwd();
/** Image names must be lowercase; names of GitHub owners need not be. */
const registry = `ghcr.io/${(process.env.GITHUB_REPOSITORY_OWNER ?? 'owner').toLowerCase()}`;
const [command, ...rest] = parseArgs({ allowPositionals: true }).positionals;

if (command === 'check') check(rest[0] ?? '');
else if (command === 'files') files(rest[0] ?? '', rest[1] ?? '');
else throw new Error('check <tag>, or files <list> <folder>');

function check(tag: string): void {
  const checkout = readCheckout(root);
  const faults = tagFaults(tag, checkout);
  for (const fault of faults) console.error(`${tag} is not released: ${fault}`);
  if (faults.length > 0) process.exit(1);
  // For a workflow's matrix and the arguments of docker/build-push-action, one per line.
  const matrix = releasedImages.map((image) => {
    return { name: image.name, dockerfile: image.dockerfile, args: buildArguments(image).join('\n') };
  });
  const outputs = { version: checkout.packageVersion, registry, images: JSON.stringify(matrix) };
  const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`);
  if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, lines.join(''));
  console.log(lines.join('').trimEnd());
}

function files(list: string, folder: string): void {
  writeReleaseFiles(root, readFileSync(list, 'utf8'), readCheckout(root).packageVersion, registry, folder);
}
