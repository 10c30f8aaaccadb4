import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { type Figure, judge } from './figures.ts';
import { circumstances, verdictsTable } from './report.ts';
import { benches, runTurn } from './turn.ts';

/** The others measure this checkout only. */
export const comparable = Object.keys(benches).filter((name) => name !== 'vault' && name !== 'search');

/**
 * Measures another commit and this checkout in alternating turns and prints the differences.
 * @param names benches; all comparable ones when empty
 * @returns whether nothing became worse
 */
export async function compare(commit: string, names: readonly string[], turns: number): Promise<boolean> {
  const id = commitId(commit);
  const other = checkOut(id);
  let isWorse = false;
  for (const name of names.length > 0 ? names : comparable) {
    const before: Figure[][] = [];
    const after: Figure[][] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      before.push(await runTurn(other, name));
      after.push(await runTurn(checkoutRoot, name));
    }
    const verdicts = (after[0] ?? []).map((figure) => judge(figure, valuesOf(figure, before), valuesOf(figure, after)));
    const state = currentState();
    console.log(`\n### ${name}: ${id} → ${state}\n\nMedian (middle half). ${circumstances(state, turns)}\n`);
    console.log(verdictsTable(verdicts));
    isWorse ||= verdicts.some(({ judgement }) => judgement === 'worse');
  }
  return !isWorse;
}

const valuesOf = ({ name }: Figure, turns: readonly Figure[][]) =>
  turns.map((figures) => figures.find((figure) => figure.name === name)?.value ?? Number.NaN);

/** The commit of this checkout, and whether files differ from it. */
export function currentState(): string {
  const isChanged = run('git', ['status', '--porcelain', '--untracked-files=no']) !== '';
  return commitId('HEAD') + (isChanged ? ' with changes' : '');
}

/** @throws when there is no such commit */
const commitId = (commit: string) => run('git', ['rev-parse', '--short=7', '--verify', `${commit}^{commit}`]);

/** Returns a worktree of another commit with its packages, which stays in the temporary folder for the next run. */
function checkOut(id: string): string {
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

function run(command: string, args: readonly string[], cwd = checkoutRoot): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr?.trim() || 'failed'}`);
  return stdout.trim();
}
