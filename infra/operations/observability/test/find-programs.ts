import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '@nightshelf/servers/process/tools.ts';

const root = join(import.meta.dirname, '../../../..');

/** Not tracked by git. */
export const promtoolFolder = join(root, '.cache', 'promtool');

// Prometheus and its companions, from the PATH, an earlier download or Debian's package; null when there is none.
export const findPromtool = (): string | null => findProgram('promtool') ?? fromPackage('prometheus', 'promtool');
export const findPrometheus = (): string | null => findProgram('prometheus') ?? fromPackage('prometheus');
export const findBlackboxExporter = (): string | null =>
  findProgram('prometheus-blackbox-exporter', 'blackbox_exporter') ?? fromPackage('prometheus-blackbox-exporter');

/** Unpacks Debian's package instead of installing it, which would start a server on this machine. */
function fromPackage(debian: string, program = debian): string | null {
  const path = join(promtoolFolder, 'package', 'usr', 'bin', program);
  if (existsSync(path)) return path;
  if (!findProgram('apt-get') || !findProgram('dpkg-deb')) return null;
  const download = join(promtoolFolder, debian);
  mkdirSync(download, { recursive: true });
  if (!fetchPackage(debian, download)) return null;
  const [file] = readdirSync(download);
  if (file) run('dpkg-deb', ['--extract', file, '../package'], download);
  rmSync(download, { recursive: true });
  return existsSync(path) ? path : null;
}

function fetchPackage(debian: string, folder: string): boolean {
  const download = () => run('apt-get', ['download', '--quiet', debian], folder);
  // A machine that never ran apt has no package lists, and only root can fetch them.
  return download() || (process.getuid?.() === 0 && run('apt-get', ['update', '--quiet'], folder) && download());
}

const run = (program: string, args: readonly string[], cwd: string): boolean =>
  spawnSync(program, args, { cwd, stdio: 'ignore' }).status === 0;
