import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokenScope } from '@nightshelf/contracts/api-tokens.ts';
import * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import { startProduct } from '@nightshelf/local/product/start-product.ts';
import { services } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import { z } from 'zod';
import { installSchemathesis, runProgram } from './schemathesis.ts';

/** The calls of one service, for example `GET /api/games/library/{id}`. */
interface Part {
  readonly service: string;
  /** Address of its OpenAPI document. */
  readonly document: string;
  readonly calls: readonly string[];
  /** The calls that accept an API token. */
  readonly tokenCalls: readonly string[];
}

const operation = z.object({ security: z.array(z.record(z.string(), z.unknown())).default([]) });

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/**
 * Reads the calls of a service, without the gateway's event stream, which never ends and is limited per user.
 * @param url the product's origin
 */
async function partOf(url: string, service: string): Promise<Part> {
  const document = `${url}/api/docs/${service}.json`;
  const { paths } = openApi.parse(await (await fetch(document)).json());
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({ call: `${method.toUpperCase()} ${path}`, security })),
  );
  const ofTokens = described.filter(({ security }) => security.some(({ token }) => token));
  return { service, document, calls: described.map(({ call }) => call), tokenCalls: ofTokens.map(({ call }) => call) };
}

/** Arguments and settings (TOML) with which Schemathesis acts as a caller. */
interface Signature {
  readonly args: readonly string[];
  readonly settings: string;
}

interface Caller {
  readonly name: string;
  readonly calls: (part: Part) => readonly string[];
  /** Creates an account for each part, because calls such as changing the password affect later ones. */
  readonly sign: (url: string, part: Part) => Promise<Signature>;
}

const callers: readonly Caller[] = [
  { name: 'anonymous', calls: ({ calls }) => calls, sign: async () => ({ args: [], settings: '' }) },
  {
    name: 'signed in',
    calls: ({ calls }) => calls,
    sign: async (url) => {
      const { client } = await GatewayClient.register(url);
      const token = client.cookie.replace(/^session=/, '');
      // Signing out would end the session of all later calls.
      return {
        args: ['--exclude-path', '/api/auth/logout'],
        settings: `[auth.openapi.session]\napi_key = "${token}"\n`,
      };
    },
  },
  {
    name: 'with a token',
    calls: ({ tokenCalls }) => tokenCalls,
    sign: async (url, { tokenCalls }) => {
      const { client } = await GatewayClient.register(url);
      const body = { name: 'Fuzzing', scopes: [...tokenScope.options], days: 30 as const };
      const { secret } = await client.call(apiTokenCalls.createApiToken, { body });
      return {
        args: tokenCalls.flatMap((call) => ['--include-name', call]),
        settings: `[auth.openapi.token]\nbearer = "${secret}"\n`,
      };
    },
  },
];

/** The report of one run of Schemathesis (`--report json`). */
const verdict = z.object({
  exit_code: z.number(),
  test_cases: z.object({ generated: z.number() }),
});

interface Options {
  /** Approximate number of requests. */
  readonly cases: number;
  readonly seed: number;
  /** One service; all when absent. */
  readonly only?: string;
}

/** From this number on, all edges of all schemas are tested too, about 80 cases per call. */
const casesForEdges = 10_000;

const folderOfFuzz = join(import.meta.dirname, '..');
const settings = readFileSync(join(folderOfFuzz, 'schemathesis.toml'), 'utf8').replace(
  '"hooks.py"',
  JSON.stringify(join(folderOfFuzz, 'hooks.py')),
);

/** A run waits for responses about as long as it generates requests. */
const parallelRuns = 3;

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
  try {
    const wanted = services.filter((service) => !only || service === only);
    const parts = await Promise.all(wanted.map((service) => partOf(product.url, service)));
    const pending = callers.flatMap((caller) =>
      parts.filter((part) => caller.calls(part).length > 0).map((part) => ({ caller, part })),
    );
    const calls = pending.reduce((sum, { caller, part }) => sum + caller.calls(part).length, 0);
    const run = {
      program,
      url: product.url,
      seed,
      folder,
      examples: Math.ceil(cases / calls),
      edges: cases >= casesForEdges,
    };
    errors.length = 0;
    let sent = 0;
    let failed = false;
    const work = async () => {
      for (let next = pending.shift(); next; next = pending.shift()) {
        const { verdict, output } = await runOne(run, next.caller, next.part);
        console.log(`\n${next.caller.name}: ${next.part.service}\n${output}`);
        sent += verdict.test_cases.generated;
        failed ||= verdict.exit_code !== 0;
      }
    };
    // In parallel, because each run has its own account.
    await Promise.all(Array.from({ length: parallelRuns }, work));
    console.log(`\n${sent} cases, seed ${seed}`);
    if (errors.length > 0) console.log(['\nErrors that the product logged:', ...errors.slice(0, 50)].join('\n'));
    return failed || errors.length > 0;
  } finally {
    await product.stop();
  }
}

interface Run {
  readonly program: string;
  readonly url: string;
  readonly seed: number;
  readonly folder: string;
  /** Generated cases for each call and caller. */
  readonly examples: number;
  readonly edges: boolean;
}

async function runOne(run: Run, caller: Caller, part: Part) {
  const file = join(run.folder, `${caller.name.replaceAll(' ', '-')}-${part.service}`);
  const { url } = run;
  const { args, settings: own } = await caller.sign(url, part);
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
  return { verdict: verdict.parse(JSON.parse(readFileSync(`${file}.json`, 'utf8'))), output };
}
