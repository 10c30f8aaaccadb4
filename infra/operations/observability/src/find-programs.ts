import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dockerAnswers, dockerHasImage } from '@nightshelf/servers/process/docker.ts';
import { findProgram } from '@nightshelf/servers/process/tools.ts';

const root = join(import.meta.dirname, '../../../..');

/** Nothing in it is kept in git. */
export const promtoolFolder = join(root, '.cache', 'promtool');

/** The version that docker-compose.yml runs. */
const image = 'prom/prometheus:v3.13.1';

/**
 * How promtool is started here, program and leading arguments: the PATH, what was fetched before, Debian's package, or Docker.
 * Null when nothing can provide it.
 */
export function findPromtool(): readonly string[] | null {
  const found = findProgram('promtool') ?? fromPackage('prometheus', 'promtool');
  if (found) return [found];
  if (!dockerAnswers() || !dockerHasImage(image)) return null;
  const user = `${process.getuid?.()}:${process.getgid?.()}`;
  return ['docker', 'run', '--rm', '--entrypoint=promtool', `--user=${user}`, `--volume=${root}:${root}`, image];
}

/** Prometheus itself and what belongs to it, but for Docker's. Null when nothing can provide it. */
export const findPrometheus = (): string | null => findProgram('prometheus') ?? fromPackage('prometheus');
/** Unpacked, Debian's would look for its templates in vain. */
export const findAlertmanager = (): string | null => findProgram('prometheus-alertmanager', 'alertmanager');
export const findBlackboxExporter = (): string | null =>
  findProgram('prometheus-blackbox-exporter', 'blackbox_exporter') ?? fromPackage('prometheus-blackbox-exporter');

/** Unpacks Debian's package rather than installing it, which would start a server on this machine. */
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
  // A machine that has never run apt has no lists, and only root may fetch them.
  return download() || (process.getuid?.() === 0 && run('apt-get', ['update', '--quiet'], folder) && download());
}

const run = (program: string, args: readonly string[], cwd: string): boolean =>
  spawnSync(program, args, { cwd, stdio: 'ignore' }).status === 0;
