/**
 * `node infra/proof/kubernetes/src/raised.ts URL [--rate 1] [--minutes 3,8,8] [--target 15m]`: k6's `mixed` at a rate of journeys a second, at four
 * times that, and at the first again, against production on the current context, in the namespace `nightshelf`. A line a minute: what callers
 * saw, and how many pods were there in its end. The target is what each pod may take of a processor before one more comes, meanwhile, in place
 * of what production has: for a machine that is used up before its pods are.
 */

import { parseArgs } from 'node:util';
import { Cluster } from './cluster/cluster.ts';
import { run } from './cluster/run.ts';
import { measured } from './report/figure.ts';
import { tableOf } from './report/table.ts';
import { MixedLoad } from './traffic/mixed-load.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '3,8,8' },
    target: { type: 'string' },
  },
});
const [url = ''] = positionals;
const rate = Number(values.rate);
const minutes = values.minutes.split(',').map(Number);
const phases = [rate, rate * 4, rate].flatMap((each, phase) => Array<number>(minutes[phase] ?? 0).fill(each));

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const context = (await run('kubectl', ['config', 'current-context'])).trim();
const cluster = new Cluster(context, stop.signal, 'nightshelf');
/** Also when it was interrupted. */
const lasting = new Cluster(context, new AbortController().signal, 'nightshelf');
const load = new MixedLoad(url, stop.signal);

interface Autoscaler {
  readonly metadata: { name: string };
  readonly status: { currentReplicas?: number };
}

/** How many pods each autoscaler has at the moment. */
async function pods(): Promise<string> {
  const all = await cluster.list<Autoscaler>('hpa');
  return all.map(({ metadata, status }) => `${metadata.name} ${status.currentReplicas ?? 0}`).join(', ');
}

interface Patched {
  readonly metadata: { name: string };
  readonly spec: { metrics?: { type: string; resource?: { target: object } }[]; triggers?: { metadata: object }[] };
}

/** Has autoscalers by CPU ask for more pods sooner. @returns puts back what they had */
async function retargeted(target: string): Promise<() => Promise<void>> {
  const [gateway] = (await cluster.list<Patched>('scaledobject')).filter(isGateway);
  const others = (await cluster.list<Patched>('hpa')).filter(({ metadata }) => metadata.name.endsWith('-http'));
  const of = gateway ? [{ kind: 'scaledobject', object: gateway }] : [];
  const patched = [...of, ...others.map((object) => ({ kind: 'hpa', object }))];
  const put = async (kind: string, { metadata }: Patched, spec: object) => {
    await lasting.kubectl(['patch', kind, metadata.name, '--type=merge', '-p', JSON.stringify({ spec })]);
  };
  for (const { kind, object } of patched) {
    const [trigger, ...more] = object.spec.triggers ?? [];
    const spec = trigger
      ? { triggers: [{ ...trigger, metadata: { ...trigger.metadata, value: target } }, ...more] }
      : {
          metrics: [
            { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: target } } },
          ],
        };
    await put(kind, object, spec);
  }
  return async () => {
    for (const { kind, object } of patched) {
      const { metrics, triggers } = object.spec;
      await put(kind, object, triggers ? { triggers } : { metrics });
    }
  };
}

const isGateway = ({ metadata }: Patched) => metadata.name === 'gateway';

// People are made before anybody looks for pods of their own.
await load.prepare();
const back = values.target ? await retargeted(values.target) : async () => {};
const figures = [];
try {
  for (const [minute, each] of phases.entries()) {
    const { figures: seen } = await load.run(each, '60s');
    const { requestsPerSecond, failedRequests, requests, droppedJourneys, durations } = seen;
    const figure = measured(
      `minute ${minute + 1}: ${each} journeys a second`,
      `${requestsPerSecond.toFixed(1)} requests a second, ${failedRequests} of ${requests} failed, ${droppedJourneys} journeys dropped, p50 ${Math.round(durations.p50)} ms, p95 ${Math.round(durations.p95)} ms; ${await pods()}`,
    );
    console.error(`${new Date().toISOString().slice(11, 19)}  ${figure.what}: ${figure.seen}`);
    figures.push(figure);
  }
} finally {
  await back();
}
console.log(tableOf([{ drill: 'raised', figures }]));
