import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';

function run(command: string, args: readonly string[], cwd = checkoutRoot): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr?.trim() || 'failed'}`);
  return stdout.trim();
}

/** The commit's short id. @throws when there is no such commit */
export const commitId = (commit: string) => run('git', ['rev-parse', '--short=7', '--verify', `${commit}^{commit}`]);

/** The commit of this checkout, and whether files differ from it. */
export function presentState(): string {
  const changed = run('git', ['status', '--porcelain', '--untracked-files=no']) !== '';
  return commitId('HEAD') + (changed ? ' with changes' : '');
}

/**
 * A worktree of another commit, with its packages, in the system's folder for temporary files; kept there for next time.
 * @returns its folder
 */
export function prepareOtherTree(id: string): string {
  const root = join(tmpdir(), `nightshelf-bench-${id}`);
  if (!existsSync(join(root, '.git'))) {
    run('git', ['worktree', 'prune']);
    run('git', ['worktree', 'add', '--detach', '--force', root, id]);
  }
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) {
    console.error(`Installing the packages of ${root}`);
    run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], root);
  }
  return root;
}
