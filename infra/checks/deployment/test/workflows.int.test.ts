import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { releasedImages } from '../../../operations/release/src/released-images.ts';
import { isOurs, parseCompose } from './support/compose.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly permissions?: object;
  readonly concurrency?: object;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly uses?: string;
        readonly 'timeout-minutes'?: number;
        readonly outputs?: Readonly<Record<string, string>>;
        readonly steps?: readonly Step[];
      }
    >
  >;
}

const parsedWorkflow = (text: string) => parse(text) as Workflow;
const stepsOf = (text: string) => Object.values(parsedWorkflow(text).jobs).flatMap(({ steps = [] }) => steps);

/** Returns the errors of GitHub's own parser, which imports JSON as bundlers do, without an import attribute. */
async function workflowFaults(name: string, content: string): Promise<string[]> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      return found.url.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
    },
  });
  const parser = await import('@actions/workflow-parser').finally(() => hooks.deregister());
  const { context, value } = parser.parseWorkflow({ name, content }, new parser.NoOperationTraceWriter());
  if (value) await parser.convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

const read = (path: string) => readFileSync(join(checkoutRoot, path), 'utf8');
const folder = '.github/workflows';
const workflows = readdirSync(join(checkoutRoot, folder));
const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe.each(workflows)('%s', (file) => {
  const text = read(join(folder, file));

  test("is valid for GitHub's own parser", async () => {
    expect(await workflowFaults(file, text)).toEqual([]);
  });

  test('pins actions by commit, and limits permissions, time and parallel runs', () => {
    const { jobs, permissions, concurrency } = parsedWorkflow(text);
    expect(permissions).toBeDefined();
    expect(concurrency).toMatchObject({ group: expect.any(String) });
    for (const job of Object.values(jobs)) expect(job.uses ?? job['timeout-minutes']).toBeDefined();
    const actions = stepsOf(text).flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((uses) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses))).toEqual([]);
    // Dependabot keeps the comment beside the commit.
    const named = text.split('\n').filter((line) => /uses: [^.]/.test(line));
    expect(named.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    expect(text).not.toMatch(/\bsecrets\b/);
  });

  test('runs existing scripts and files', () => {
    const runs = stepsOf(text).flatMap(({ run }) => run?.split('\n') ?? []);
    const scripts = runs.flatMap((line) => /npm run (\S+)/.exec(line)?.[1] ?? []);
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const outputs = [...text.matchAll(/needs\.(\w+)\.outputs\.(\w+)/g)].map(([, job = '', output = '']) => ({
      job,
      output,
    }));
    const jobs = parsedWorkflow(text).jobs;
    expect(
      outputs.filter(({ job, output }) => !jobs[job]?.outputs?.[output]?.endsWith(`.outputs.${output} }}`)),
    ).toEqual([]);
    const paths = runs.flatMap((line) => /^(\.?[\w-]+\/\S+)/.exec(line)?.[1] ?? []);
    const called = Object.values(jobs).flatMap(({ uses }) => uses?.replace('./', '') ?? []);
    expect([...paths, ...called].filter((path) => !existsSync(join(checkoutRoot, path)))).toEqual([]);
  });
});

describe('a release', () => {
  const docker = 'infra/operations/docker';

  test('uses every Dockerfile', () => {
    const there = readdirSync(join(checkoutRoot, docker)).filter((file) => file.endsWith('.Dockerfile'));
    const built = new Set(releasedImages.map(({ dockerfile }) => dockerfile));
    expect([...built].sort()).toEqual(there.map((file) => `${docker}/${file}`).sort());
  });

  test('contains our images of docker-compose.yml with the same build settings', () => {
    const services = Object.values(parseCompose(read('docker-compose.yml')).services).filter(isOurs);
    for (const { image = '', build } of services.filter((it) => it.build)) {
      const name = /^nightshelf\/([\w-]+):/.exec(image)?.[1];
      const released = releasedImages.find((it) => it.name === name);
      // Arguments without a value come from the builder's environment.
      const given = Object.fromEntries(Object.entries(build?.args ?? {}).filter(([, value]) => value !== null));
      expect({ dockerfile: released?.dockerfile, args: released?.args ?? {} }, image).toEqual({
        dockerfile: build?.dockerfile,
        args: given,
      });
    }
    expect(services.length).toBeGreaterThan(8);
  });

  test('contains our images of k8s', () => {
    const { images } = parse(read('k8s/components/release/kustomization.yaml')) as { images: { name: string }[] };
    const released = releasedImages.map(({ name }) => `nightshelf/${name}`);
    expect(images.map(({ name }) => name).filter((name) => !released.includes(name))).toEqual([]);
  });
});
