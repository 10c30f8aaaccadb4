import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningProduct, startProduct } from '@nightshelf/local/product/start-product.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { type Caller, callers } from './callers.ts';
import { Memory } from './memory.ts';
import { type Part, parts } from './parts.ts';
import { installSchemathesis, runProgram } from './schemathesis.ts';
import { readVerdict, type Verdict } from './verdict.ts';

interface Options {
  /** About how many requests in all. */
  readonly cases: number;
  readonly seed: number;
  /** The service alone that is asked. */
  readonly only?: string;
}

/** From here on every edge of every schema is tried too, some 80 cases a call, beside those that chance makes. */
const casesForEdges = 10_000;

/** Cases of a call that refuses its caller whatever is sent, in cases of another call. */
const shareWhereRefused = 0.1;

const room = join(import.meta.dirname, '..');
const settings = readFileSync(join(room, 'schemathesis.toml'), 'utf8').replace(
  '"hooks.py"',
  JSON.stringify(join(room, 'hooks.py')),
);

/** What node says of itself, once, when a package first uses something new. */
const ofNode = /ExperimentalWarning|--trace-warnings/;

/** Limits would answer nearly everything; they have tests of their own. */
const rateLimitFactor = 1_000_000;

/**
 * Sends what the product's own documents allow and what they forbid, as everybody who may ask, and holds the answers against
 * the documents.
 * @returns whether anything was found
 */
export async function fuzz({ cases, seed, only }: Options): Promise<boolean> {
  const program = installSchemathesis();
  const complaints: string[] = [];
  const product = await startProduct({
    settings: { RATE_LIMIT_FACTOR: rateLimitFactor, LOG_LEVEL: 'error', OIDC_DEMO: true },
    onLine: (name, line) => {
      if (!ofNode.test(line)) complaints.push(`${name} ${line}`);
    },
  });
  const folder = join(checkoutRoot, '.data', 'fuzz', String(seed));
  // What an earlier run found would be tried again first.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const memory = new Memory(product);
  try {
    const asked = (await parts(product.url)).filter(({ service }) => !only || service === only);
    const shares = asked.flatMap((part) =>
      callers.map((caller) => part.calls.length - caller.refused(part).length * (1 - shareWhereRefused)),
    );
    const each = Math.max(1, Math.ceil(cases / shares.reduce((sum, share) => sum + share, 0)));
    complaints.length = 0;
    const run = { program, product, seed, folder, examples: each, edges: cases >= casesForEdges };
    const counts = await runAll(run, asked, memory);
    console.log(`\n${counts.cases} cases, seed ${seed}\n\n${memory.table()}`);
    if (complaints.length > 0)
      console.log(['\nErrors that the product logged:', ...complaints.slice(0, 50)].join('\n'));
    return counts.failed || complaints.length > 0;
  } finally {
    await product.stop();
  }
}

interface Run {
  readonly program: string;
  readonly product: RunningProduct;
  readonly seed: number;
  readonly folder: string;
  /** Cases that chance makes for each call and caller. */
  readonly examples: number;
  readonly edges: boolean;
}

/** Runs that go on at a time: one waits for answers about as long as it makes up what to send. */
const atOnce = 3;

async function runAll(run: Run, asked: readonly Part[], memory: Memory): Promise<{ cases: number; failed: boolean }> {
  let cases = 0;
  let failed = false;
  // Side by side, since each has an account of its own.
  const waiting = callers.flatMap((caller) => asked.map((part) => ({ caller, part })));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { verdict, said } = await runOne(run, next.caller, next.part);
      console.log(`\n${next.caller.name}: ${next.part.service}\n${said}`);
      cases += verdict.test_cases.generated;
      failed ||= verdict.exit_code !== 0;
      memory.look();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { cases, failed };
}

async function runOne(run: Run, caller: Caller, part: Part): Promise<{ verdict: Verdict; said: string }> {
  const file = join(run.folder, `${caller.name.replaceAll(' ', '-')}-${part.service}`);
  const { url } = run.product;
  const few = Math.ceil(run.examples * shareWhereRefused);
  const { args, settings: own } = await caller.sign(url, part, few);
  writeFileSync(`${file}.toml`, settings.replace('# (the caller)\n', own));
  const options = {
    url,
    seed: String(run.seed),
    'max-examples': String(run.examples),
    phases: run.edges ? 'coverage,fuzzing' : 'fuzzing',
    report: 'json',
    'report-json-path': `${file}.json`,
  };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const said = await runProgram(
    run.program,
    ['--config-file', `${file}.toml`, 'run', part.document, '--no-color', ...given, ...args],
    run.folder,
  );
  return { verdict: readVerdict(`${file}.json`), said };
}
