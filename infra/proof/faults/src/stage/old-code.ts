import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';

const ownPackages = '@nightshelf';

/** Another state of the checkout, with the installed packages of this one. */
export interface OldCode {
  /** Null when there is none to be had. */
  readonly root: string | null;
  /** What it is, or why there is none. */
  readonly says: string;
}

/**
 * Checks out the release before: `ref` when given, else the newest tag, else the code of some commits before. That was
 * made when users had just been told of changes: not every commit between runs.
 * @param folder for the checkout; need not exist
 */
export function checkOutOldCode(folder: string, ref: string | undefined): OldCode {
  const commit = ref ?? newestTag() ?? someCommitsBefore();
  if (!commit) return { root: null, says: 'there is no earlier code in this clone' };
  const subject = git('log', '-1', '--format=%h %s', commit);
  if (subject === null) return { root: null, says: `there is no ${commit} in this clone` };
  if (git('worktree', 'add', '--detach', '--force', folder, commit) === null) {
    return { root: null, says: 'git could not check it out' };
  }
  linkPackages(folder);
  return { root: folder, says: subject };
}

export function removeOldCode({ root }: OldCode): void {
  if (root) git('worktree', 'remove', '--force', root);
}

const newestTag = () => git('describe', '--tags', '--abbrev=0');

/** About as much as a release brings: more would test releases that nobody upgrades from in one step. */
const someCommits = 60;

const someCommitsBefore = () => git('log', '-1', '--format=%H', `HEAD~${someCommits}`, '--', 'CHANGELOG.md') || null;

/** Packages of others are those of this checkout; the product's own are the old ones. */
function linkPackages(folder: string): void {
  const installed = join(checkoutRoot, 'node_modules');
  const links = join(folder, 'node_modules');
  mkdirSync(join(links, ownPackages), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== ownPackages) symlinkSync(join(installed, name), join(links, name));
  }
  for (const workspace of workspacesOf(folder)) {
    const { name } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
    symlinkSync(workspace, join(links, name));
    // Where npm keeps a version that only this workspace has.
    const own = join(checkoutRoot, relative(folder, workspace), 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(workspace, 'node_modules'));
  }
}

function workspacesOf(folder: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { workspaces: string[] };
  return workspaces
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [join(folder, pattern)];
      const parent = join(folder, pattern.slice(0, -2));
      return readdirSync(parent).map((name) => join(parent, name));
    })
    .filter((path) => existsSync(join(path, 'package.json')));
}

/** @returns what git says, null when it fails or says nothing */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: checkoutRoot, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
