/**
 * Entry point of every npm script: `node infra/local/run.mjs <entry point, .ts | command of node_modules/.bin> ...`.
 * Installs the packages of package-lock.json if necessary, then runs the entry point on the pinned Node.
 * Plain JavaScript without dependencies: it runs on the machine's own Node before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');
const npmLink = join(root, 'node_modules', '.bin', 'node');

const [what = '', ...rest] = process.argv.slice(2);
/** Skips development packages for users who only try the product: tests and image builds alone need them. */
const withTools = what !== 'vite' && !what.startsWith('infra/local/');
if (!isInstalled()) install();
requirePinnedNode();
endWithNpm();
process.env.PATH = `${dirname(npmLink)}:${process.env.PATH ?? ''}`;
if (what.startsWith('infra/local/')) cacheCompiledCode();
if (!what.endsWith('.ts')) handOver(join(dirname(npmLink), what), rest);
// The IPC channel tells the child when this process is gone, however it ended.
else if (process.versions.node !== pinnedVersion()) handOver(pinnedNode, [join(root, what), ...rest], ['ipc']);
else await runHere(join(root, what));

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function pinnedVersion() {
  return readJson(join(root, 'infra', 'local', 'package.json')).dependencies.node;
}

/** Compares content, not dates: checking out another commit can move file dates in either direction. */
function isInstalled() {
  const installedList = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedList) || !existsSync(pinnedNode)) return false;
  const installed = readJson(installedList).packages;
  return Object.entries(readJson(join(root, 'package-lock.json')).packages).every(([path, wanted]) => {
    if (path === '' || (wanted.dev && !withTools)) return true;
    const found = installed[path];
    return found ? found.version === wanted.version : wanted.optional === true || wanted.devOptional === true;
  });
}

function install() {
  console.log('Installing the packages (npm ci); this takes a minute, and only now.');
  // Hides warnings about the machine's own Node and about transitive packages: the user cannot fix them.
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  if (!withTools) options.push('--omit=dev');
  const { status } = spawnSync('npm', ['ci', ...options], { cwd: root, stdio: ['inherit', 2, 'inherit'] });
  if (status !== 0) fail('npm ci failed; its message is above. Fix that and start again.');
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

function nodeRuns() {
  return spawnSync(pinnedNode, ['--version']).status === 0;
}

function isRootOnDebian() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** npm scripts find the pinned Node first; a Node that does not run would hide even this file's error message. */
function linkForNpm(runs) {
  if (runs && !existsSync(npmLink)) symlinkSync('../node/bin/node', npmLink);
  if (!runs) rmSync(npmLink, { force: true });
}

/** A stopped npm ends its shell, which does not forward the signal to this process. */
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

/** The launcher starts faster with the code that its last start compiled. */
function cacheCompiledCode() {
  const folder = join(root, 'node_modules', '.cache', 'compiled');
  process.env.NODE_COMPILE_CACHE = folder;
  // The machine's own Node may be older than this function.
  module.enableCompileCache?.(folder);
}

/** Runs the entry point in this process, which saves the launcher a process. */
async function runHere(file) {
  process.argv = [process.argv[0] ?? '', file, ...rest];
  await import(pathToFileURL(file).href);
}

function handOver(command, args, channel = []) {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', ...channel] });
  child.on('error', () => fail(`There is no command ${what} here.`));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
