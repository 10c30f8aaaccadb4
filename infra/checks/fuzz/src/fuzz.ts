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
  /** Approximate number of requests. */
  readonly cases: number;
  readonly seed: number;
  /** One service; all when absent. */
  readonly only?: string;
}

/** From this number on, all edges of all schemas are tested too, about 80 cases per call. */
const casesForEdges = 10_000;

/** Fraction of the usual cases for a call that always refuses its caller. */
const refusedFraction = 0.1;

const room = join(import.meta.dirname, '..');
const settings = readFileSync(join(room, 'schemathesis.toml'), 'utf8').replace(
  '"hooks.py"',
  JSON.stringify(join(room, 'hooks.py')),
);

/** Warnings of Node itself. */
const nodeWarning = /ExperimentalWarning|--trace-warnings/;

/** The rate limits would refuse nearly everything; they have their own tests. */
const rateLimitFactor = 1_000_000;

/**
 * Sends valid and invalid requests as every kind of caller, and checks the responses against the OpenAPI documents.
 * @returns whether there was a finding
 */
export async function fuzz({ cases, seed, only }: Options): Promise<boolean> {
  const program = installSchemathesis();
  const errors: string[] = [];
  const product = await startProduct({
    settings: { RATE_LIMIT_FACTOR: rateLimitFactor, LOG_LEVEL: 'error', OIDC_DEMO: true },
    onLine: (name, line) => {
      if (!nodeWarning.test(line)) errors.push(`${name} ${line}`);
    },
  });
  const folder = join(checkoutRoot, '.data', 'fuzz', String(seed));
  // Schemathesis would repeat the failed cases of an earlier run first.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const memory = new Memory(product);
  try {
    const asked = (await parts(product.url)).filter(({ service }) => !only || service === only);
    const shares = asked.flatMap((part) =>
      callers.map((caller) => part.calls.length - caller.refused(part).length * (1 - refusedFraction)),
    );
    const each = Math.max(1, Math.ceil(cases / shares.reduce((sum, share) => sum + share, 0)));
    errors.length = 0;
    const run = { program, product, seed, folder, examples: each, edges: cases >= casesForEdges };
    const counts = await runAll(run, asked, memory);
    console.log(`\n${counts.cases} cases, seed ${seed}\n\n${memory.table()}`);
    if (errors.length > 0) console.log(['\nErrors that the product logged:', ...errors.slice(0, 50)].join('\n'));
    return counts.failed || errors.length > 0;
  } finally {
    await product.stop();
  }
}

interface Run {
  readonly program: string;
  readonly product: RunningProduct;
  readonly seed: number;
  readonly folder: string;
  /** Generated cases for each call and caller. */
  readonly examples: number;
  readonly edges: boolean;
}

/** A run waits for responses about as long as it generates requests. */
const parallelRuns = 3;

async function runAll(run: Run, asked: readonly Part[], memory: Memory): Promise<{ cases: number; failed: boolean }> {
  let cases = 0;
  let failed = false;
  // In parallel, because each run has its own account.
  const waiting = callers.flatMap((caller) => asked.map((part) => ({ caller, part })));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { verdict, output } = await runOne(run, next.caller, next.part);
      console.log(`\n${next.caller.name}: ${next.part.service}\n${output}`);
      cases += verdict.test_cases.generated;
      failed ||= verdict.exit_code !== 0;
      memory.sample();
    }
  };
  await Promise.all(Array.from({ length: parallelRuns }, work));
  return { cases, failed };
}

async function runOne(run: Run, caller: Caller, part: Part): Promise<{ verdict: Verdict; output: string }> {
  const file = join(run.folder, `${caller.name.replaceAll(' ', '-')}-${part.service}`);
  const { url } = run.product;
  const few = Math.ceil(run.examples * refusedFraction);
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
  const output = await runProgram(
    run.program,
    ['--config-file', `${file}.toml`, 'run', part.document, '--no-color', ...given, ...args],
    run.folder,
  );
  return { verdict: readVerdict(`${file}.json`), output };
}
