/**
 * `node write-manifests.ts <workspace> <production|build> <folder>`: writes only the files that npm needs to install one
 * workspace's packages, so that the image's package layer stays cached until they change.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keptOf, type LockedPackage, workspaceLock } from './workspace-lock.ts';

const [workspace = '', purpose = '', folder = ''] = process.argv.slice(2);
if (purpose !== 'production' && purpose !== 'build') throw new Error('The purpose is production or build.');
const { lock, workspaces } = workspaceLock(read('package-lock.json'), workspace, purpose);

write('package-lock.json', lock);
write('package.json', { ...manifest('', false), workspaces });
for (const path of workspaces)
  write(join(path, 'package.json'), manifest(path, purpose === 'build' && path === workspace));

function manifest(path: string, withTools: boolean): LockedPackage {
  const content: LockedPackage = read(join(path, 'package.json'));
  return keptOf(content, withTools);
}

function read(path: string) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function write(path: string, content: object): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${JSON.stringify(content, null, 2)}\n`);
}
