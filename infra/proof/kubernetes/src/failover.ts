/**
 * `node infra/proof/kubernetes/src/failover.ts URL [--nodes COMMAND] [--rate 3] [--act COMMAND]… [NAME…]`: takes away what production's data tier
 * consists of, on the current context, in the namespace `nightshelf`, where gamers are at their vaults and k6's `mixed` makes so many journeys a
 * second. Acts are commands of an operator's, done after that.
 */

import { parseArgs } from 'node:util';
import { Cluster } from './cluster/cluster.ts';
import { run } from './cluster/run.ts';
import { carriedOut } from './drills/drill.ts';
import { asOperator, failedOver, failovers } from './drills/failover.ts';
import { integrity, measured } from './report/figure.ts';
import { allHold, tableOf } from './report/table.ts';
import { MixedLoad } from './traffic/mixed-load.ts';
import { Traffic } from './traffic/traffic.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    nodes: { type: 'string' },
    rate: { type: 'string', default: '3' },
    act: { type: 'string', multiple: true, default: [] },
  },
});
const [url = '', ...names] = positionals;
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

const context = (await run('kubectl', ['config', 'current-context'])).trim();
const cluster = new Cluster(context, stop.signal, 'nightshelf');
const all = names.length === 0 && values.act.length === 0;
const chosen = [
  ...failovers.filter(({ name }) => (all ? values.nodes || !name.startsWith('node-lost') : names.includes(name))),
  ...values.act.map(asOperator),
];
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);

const figures = await carriedOut(
  Traffic.during(url, (traffic) =>
    new MixedLoad(url, stop.signal).during(
      async () => {
        const seen = [];
        for (const failover of chosen) {
          const some = await carriedOut(failedOver({ cluster, nodes: values.nodes, traffic }, failover, say));
          for (const { what, seen } of some) say(`${what}: ${seen}`);
          seen.push(...some);
        }
        return [...seen, integrity(traffic.acknowledgedWrites, await traffic.settle())];
      },
      (requests, failed) => measured('k6 mixed meanwhile', `${failed} of ${requests} requests failed`),
      Number(values.rate),
    ),
  ),
);
const results = [{ drill: 'failover', figures }];
console.log(tableOf(results));
process.exit(allHold(results) ? 0 : 1);
