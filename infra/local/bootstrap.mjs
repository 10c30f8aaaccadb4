// Plain JavaScript without any dependency: it runs on whatever Node the machine has, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');
const npmLink = join(root, 'node_modules', '.bin', 'node');

/**
 * Installs what package-lock.json names, if that has not been done, then runs a TypeScript entry point on the pinned
 * Node with this process's arguments. Ends the process when that is not possible, saying what to do.
 * @param {string} entry path relative to this folder
 */
export async function runOnPinnedNode(entry) {
  if (!isInstalled()) install();
  requirePinnedNode();
  const file = join(dirname(fileURLToPath(import.meta.url)), entry);
  endWithNpm();
  process.env.PATH = `${dirname(npmLink)}:${process.env.PATH ?? ''}`;
  if (process.versions.node === pinnedVersion()) await import(pathToFileURL(file).href);
  else handOver(file);
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const pinnedVersion = () => readJson(join(root, 'package.json')).devDependencies.node;

/** By content, not by date: a checkout of another commit changes the dates of files in either direction. */
function isInstalled() {
  const installedList = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedList) || !existsSync(pinnedNode)) return false;
  const installed = readJson(installedList).packages;
  return Object.entries(readJson(join(root, 'package-lock.json')).packages).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === wanted.version : wanted.optional === true || wanted.devOptional === true;
  });
}

function install() {
  console.log('Installing the packages (npm ci); only the first start takes this long.');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) fail('npm ci failed; its message is above. Mend that and start again.');
}

/** Node 26 needs libatomic, which a bare Debian does not have. */
function requirePinnedNode() {
  if (!nodeRuns() && isRootOnDebian()) {
    console.log('Installing libatomic1, which the pinned Node needs.');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'libatomic1'], { stdio: 'inherit' });
  }
  const runs = nodeRuns();
  linkForNpm(runs);
  if (runs) return;
  const { stderr, error } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  fail(
    `The pinned Node (${pinnedNode}) does not run: ${(stderr || error?.message || '').trim()}\n` +
      'If libatomic is missing, install it and start again: Debian/Ubuntu `sudo apt-get install libatomic1`, ' +
      'Fedora `sudo dnf install libatomic`.',
  );
}

const nodeRuns = () => spawnSync(pinnedNode, ['--version']).status === 0;

const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** npm scripts find the pinned Node first; one that does not run would keep even this file's message from being read. */
function linkForNpm(runs) {
  if (runs && !existsSync(npmLink)) symlinkSync('../node/bin/node', npmLink);
  if (!runs) rmSync(npmLink, { force: true });
}

/** npm that is told to stop ends its shell, which passes nothing on to this process. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

/** The IPC channel tells the child when this process is gone, however it went. */
function handOver(file) {
  const child = spawn(pinnedNode, [file, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
