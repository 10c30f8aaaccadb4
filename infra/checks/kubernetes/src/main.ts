/** `npm run test:kubernetes`: see infra/README.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { Refusal } from '@nightshelf/servers/process/tools.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Cluster, chooseContext, loadCommand, namespace } from './cluster.ts';
import { apply, buildImages, gatewayUrl, loadReleases, untag } from './product.ts';

const { values } = parseArgs({
  options: {
    context: { type: 'string' },
    images: { type: 'string' },
    keep: { type: 'boolean', default: false },
    clean: { type: 'boolean', default: false },
  },
});
const builtTag = 'drill-1';
const nextTag = 'drill-2';

const began = performance.now();
const say = (line: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`);

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

try {
  const cluster = new Cluster(await chooseContext(values.context), stop.signal);
  if (values.clean) await clean(cluster.context);
  else process.exitCode = await installAndDrill(cluster);
} catch (error) {
  if (!(error instanceof Refusal) && !stop.signal.aborted) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function installAndDrill(cluster: Cluster): Promise<number> {
  loadCommand(cluster.context, process.env.KUBERNETES_LOAD);
  if (!values.keep && (await cluster.exists())) {
    throw new Refusal(`The namespace ${namespace} exists. Remove it with: npm run test:kubernetes -- --clean`);
  }
  const tag = values.images ?? builtTag;
  try {
    if (!values.images) await buildImages(tag, say, stop.signal);
    say('loading the images');
    await loadReleases(cluster, tag, nextTag);
    say('installing');
    await apply(cluster, tag);
    return await drill(cluster, tag);
  } finally {
    if (!values.keep) await clean(cluster.context);
  }
}

/** @returns the exit code */
async function drill(cluster: Cluster, tag: string): Promise<number> {
  const url = await gatewayUrl(cluster);
  say(`${url} is up; creating users`);
  await npmRun(`seed -- --users 12 --games 10 --url ${url}`);
  const steps = upgradeAndScale(cluster, tag);
  const isLoadServed = await loadUntil(steps, url);
  await steps;
  say(isLoadServed ? 'every run of k6 kept its thresholds' : 'FAILED: a run of k6 crossed a threshold');
  return isLoadServed ? 0 : 1;
}

interface Scaled {
  readonly spec: { readonly replicas: number };
}

async function upgradeAndScale(cluster: Cluster, tag: string): Promise<void> {
  say('upgrading everything');
  await apply(cluster, nextTag);
  say('rolling everything back');
  await apply(cluster, tag);
  for (const replicas of [3, 1]) {
    say(`scaling gateway and consumers to ${replicas}`);
    const minimum = JSON.stringify({ spec: { minReplicas: replicas } });
    await cluster.kubectl(['patch', 'hpa', 'gateway', '--type=merge', '-p', minimum]);
    await cluster.kubectl(['scale', 'deployment', 'social-consumers', `--replicas=${replicas}`]);
    // The autoscaler acts every fifteen seconds, and may run more gateways under load.
    const gateways = async () => (await cluster.get<Scaled>('deployment', 'gateway')).spec.replicas >= replicas;
    await until(`${replicas} gateways`, gateways, 120_000);
    await cluster.rolledOut();
  }
}

/** Repeats k6's `mixed` until the steps end. @returns whether every run kept its thresholds */
async function loadUntil(steps: Promise<void>, url: string): Promise<boolean> {
  let going = true;
  const end = () => {
    going = false;
  };
  steps.then(end, end);
  let served = true;
  while (going) {
    const code = await npmRun(`load -- mixed --url ${url} --rate 3 --duration 60s --p95 5000 --failed 0`);
    served &&= code === 0;
  }
  return served;
}

/** @param script and its arguments, separated by spaces */
async function npmRun(script: string): Promise<number | null> {
  const child = spawn('npm', ['run', '--silent', ...script.split(' ')], {
    cwd: checkoutRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
    signal: stop.signal,
  });
  const [code] = await once(child, 'exit');
  return code;
}

/** Removes what a run creates. A signal does not stop it. */
async function clean(context: string): Promise<void> {
  say(`removing the namespace ${namespace} and the image tags`);
  for (const tag of [builtTag, nextTag]) await untag(tag);
  const cluster = new Cluster(context, new AbortController().signal);
  await cluster.kubectl(['delete', 'namespace', namespace, '--ignore-not-found', '--timeout=4m']);
}
