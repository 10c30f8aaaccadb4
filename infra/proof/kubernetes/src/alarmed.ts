/**
 * `node infra/proof/kubernetes/src/alarmed.ts URL [--list] [NAME…]`: sets off every alert of production, one after the other, and takes back
 * what did, on the current context, in the namespace `nightshelf`, with k6's `mixed` at it. Each has to fire and to go away again. The
 * rules are hurried meanwhile (`alarms/hurried.ts`). Some of it is done to processes and files of this machine, as `infra/proof/kubernetes/nodes`
 * has them. NAME is a part of a provocation's name or of an alert's.
 * What the cluster has no rules for is left out.
 */

import { parseArgs } from 'node:util';
import { clocks } from './alarms/clock.ts';
import { edge } from './alarms/edge.ts';
import { events } from './alarms/events.ts';
import { hurried, type RuleFile } from './alarms/hurried.ts';
import { kafkaBrokers } from './alarms/kafka.ts';
import { outside } from './alarms/outside.ts';
import { postgres } from './alarms/postgres.ts';
import type { Provocation } from './alarms/provocation.ts';
import { redisServers, sessionsLost } from './alarms/redis.ts';
import { releases } from './alarms/releases.ts';
import { requests } from './alarms/requests.ts';
import { watched } from './alarms/seen.ts';
import { unseen } from './alarms/unseen.ts';
import { volumes } from './alarms/volumes.ts';
import { wholeCluster } from './alarms/whole-cluster.ts';
import { Cluster } from './cluster/cluster.ts';
import { run } from './cluster/run.ts';
import { demanded, type Figure, seconds } from './report/figure.ts';
import { allHold, tableOf } from './report/table.ts';
import { MixedLoad } from './traffic/mixed-load.ts';

/** Figures that nobody tells any more count for five minutes, which only then are known to be missing. */
const firesWithinMs = 720_000;
const goneWithinMs = 420_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' } } });
const [url = '', ...names] = positionals;
const all = [
  ...[...wholeCluster, ...volumes, ...postgres, ...redisServers, ...kafkaBrokers],
  ...[...events, ...outside, ...requests, ...clocks, ...releases, ...edge, ...unseen, sessionsLost],
];
const isChosen = ({ name, fires }: Provocation) =>
  [name, ...fires].some((text) => names.some((each) => text.includes(each)));
const chosen = names.length === 0 ? all : all.filter(isChosen);
if (values.list) {
  for (const { name, fires } of all) console.log(`${name}: ${fires.join(', ')}`);
  process.exit();
}

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const context = (await run('kubectl', ['config', 'current-context'])).trim();
const cluster = new Cluster(context, stop.signal, 'nightshelf');
// What is taken back is taken back although the run was ended.
const monitoring = new Cluster(context, new AbortController().signal, 'monitoring');
const mending = new Cluster(context, new AbortController().signal, 'nightshelf');
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);

interface Rules extends RuleFile {
  readonly metadata: { name: string; resourceVersion?: string };
}
const keptRules = await cluster.list<Rules>('prometheusrule');
const rules = keptRules.flatMap(({ spec }) => spec.groups.flatMap((group) => group.rules.map(({ alert }) => alert)));
const isKnown = ({ name, fires }: Provocation) => {
  const unknown = fires.filter((alert) => !rules.includes(alert));
  if (unknown.length > 0) say(`left out: ${name}, since there is no ${unknown.join(', ')}`);
  return unknown.length === 0;
};

async function put(files: readonly Rules[]): Promise<void> {
  for (const { metadata, ...rest } of files) {
    const { resourceVersion: _, ...own } = metadata;
    await mending.kubectl(['replace', '-f', '-'], JSON.stringify({ ...rest, metadata: own }));
  }
}

async function provoked({ name, fires, begin, end }: Provocation): Promise<Figure[]> {
  const over = new AbortController();
  const times = new Map<string, { fired?: number; gone?: number }>();
  const place = { monitoring, url, over: AbortSignal.any([over.signal, stop.signal]) };
  say(name);
  let from = performance.now();
  let fault = '';
  try {
    await begin({ ...place, cluster });
    await watched(monitoring, fires, 'fired', { times, from, withinMs: firesWithinMs });
  } catch (error) {
    fault = (error as Error).message;
  } finally {
    over.abort();
    await end({ ...place, cluster: mending }).catch((error: Error) => {
      fault ||= error.message;
    });
  }
  from = performance.now();
  await watched(monitoring, fires, 'gone', { times, from, withinMs: goneWithinMs });
  const told = (after: number | undefined) => (after === undefined ? 'not' : `after ${seconds(after)}`);
  return fires.map((alert) => {
    const { fired, gone } = times.get(alert) ?? {};
    const seen = `${alert} fired ${told(fired)}, gone ${told(gone)}${fault && `: ${fault}`}`;
    say(`  ${seen}`);
    return demanded(name, seen, fired !== undefined && gone !== undefined);
  });
}

const load = new MixedLoad(url, stop.signal);
await load.prepare();
const loading = (async () => {
  while (!stop.signal.aborted) await load.run(2, '10m');
})().catch(() => {});
const figures: Figure[] = [];
try {
  await put(keptRules.map(hurried));
  for (const each of chosen.filter(isKnown)) if (!stop.signal.aborted) figures.push(...(await provoked(each)));
} finally {
  await put(keptRules);
  stop.abort();
  await loading;
}
const results = [{ drill: 'alarmed', figures }];
console.log(tableOf(results));
process.exit(allHold(results) ? 0 : 1);
