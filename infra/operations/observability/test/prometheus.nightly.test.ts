import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { type RunningProduct, startProduct } from '@nightshelf/local/product/start-product.ts';
import { GatewayClient, until } from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertsOf, ruleFiles } from '../src/rules.ts';
import { findBlackboxExporter, findPrometheus } from './find-programs.ts';
import { dataTierMetrics, emptyWhenAllIsWell, metricsIn, readDashboards } from './metrics.ts';
import { probe, startBlackboxExporter, startPrometheus } from './prometheus-server.ts';

const program = findPrometheus();
const prober = findBlackboxExporter();
const ours = ruleFiles.filter(({ isOfKubernetes }) => !isOfKubernetes);
const ofOthers = [
  ...dataTierMetrics,
  ...ruleFiles.filter(({ isOfKubernetes }) => isOfKubernetes).flatMap(({ rules }) => rules.map(({ record }) => record)),
];

const panels = readDashboards().flatMap(({ file, panels }) =>
  panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ panel: `${file} ${title}`, expr }))),
);

const copy = temporaryFolder();
let product: RunningProduct;
let prometheus: Awaited<ReturnType<typeof startPrometheus>>;
/** Addresses of the processes' metrics, `host:port`. */
let targets: string[];

beforeAll(async () => {
  product = await startProduct({ settings: { LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: 1000 } });
  const processes = [...product.processes.values()].filter(({ url, operationsUrl }) => url !== operationsUrl);
  targets = processes.map(({ operationsUrl }) => new URL(operationsUrl).host);
}, 180_000);

afterAll(() => product?.stop(), 60_000);

describe('the metrics of processes that have just started', () => {
  const rules = ours.flatMap(alertsOf);
  const recorded = ruleFiles.flatMap((file) => file.rules.flatMap(({ record = [] }) => record));
  let text: string;

  beforeAll(async () => {
    const texts = targets.map(async (target) => (await fetch(`http://${target}/metrics`)).text());
    text = (await Promise.all(texts)).join('');
  });

  test.each([...ours, { subject: 'panels', rules: panels }])('include those of $subject', ({ rules: all }) => {
    const metrics = all.flatMap(({ expr }) => metricsIn(expr));
    expect(metrics.length).toBeGreaterThan(3);
    const exported = (name: string) => text.includes(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `);
    expect(metrics.filter((name) => ![...recorded, ...ofOthers].includes(name) && !exported(name))).toEqual([]);
  });

  const countingRules = rules.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/increase\(([^[]+)\[/g)].map(([, selector = '']) => ({ alert, selector })),
  );

  // A counter that appears with its first count does not increase, so an alert would miss that count.
  test.each(countingRules)('start at zero for alert $alert: $selector', ({ selector }) => {
    expect(text.split('\n').filter((line) => isSelected(line, selector))).not.toEqual([]);
  });
});

/** Returns whether a /metrics line matches `name{label="value"}`; supports the matchers `=` and `!=`. */
function isSelected(line: string, selector: string): boolean {
  const [, name, matchers = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  const [, series, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
  const conditions = [...matchers.matchAll(/(\w+)(!?=)"([^"]*)"/g)];
  return (
    series === name &&
    conditions.every(([, label, operator, value]) => labels.includes(`${label}="${value}"`) === (operator === '='))
  );
}

/** Produces the panels' metrics: registers a user who searches, adds a game and opens vault and profile. */
async function visit(): Promise<void> {
  const { client, user } = await GatewayClient.register(product.url);
  const { results } = await client.call(catalogCalls.searchExternalGames, { query: { q: 'zelda', limit: 1 } });
  const { guid = '', name = '' } = results[0] ?? {};
  await client.call(catalogCalls.getGame, { params: { guid } });
  await client.call(catalogCalls.searchGames, { query: { q: 'zelda' } });
  await client.call(libraryCalls.addExternalEntry, { body: { guid, name } });
  await client.send('GET', libraryCalls.listLibrary.path);
  await client.call(socialCalls.getUser, { params: { id: user.id } });
}

describe.skipIf(!program && process.env.CI !== 'true')('a real Prometheus that scrapes the running product', () => {
  beforeAll(async () => {
    prometheus = await startPrometheus(program ?? 'prometheus', copy, targets, ours);
    await until('all processes are scraped', async () => (await prometheus.targets()) === targets.length);
    // A rate needs a sample before and one after.
    await visit();
    await until(
      'their figures have come',
      async () => {
        await visit();
        return (await prometheus.query('objective:burn:rate5m{journey="open-library"}')).length > 0;
      },
      120_000,
    );
  }, 400_000);

  afterAll(() => prometheus?.stop());

  test.skipIf(!prober && process.env.CI !== 'true')(
    'the outside probe succeeds for expected responses only',
    async () => {
      const exporter = await startBlackboxExporter(prober ?? 'blackbox_exporter');
      try {
        const sees = (module: string, path: string) => probe(exporter, module, new URL(path, product.url).href);
        expect(await sees('page', '/')).toBe(true);
        expect(await sees('search', '/api/games/search?q=zelda')).toBe(true);
        expect(await sees('page', '/api/games/search?q=zelda')).toBe(false);
        expect(await sees('search', '/api/games/search')).toBe(false);
        expect(await probe(exporter, 'page', 'http://127.0.0.1:1/')).toBe(false);
      } finally {
        await exporter.stop();
      }
    },
  );

  test('evaluates every rule', async () => {
    const all = ours.flatMap(({ rules }) => rules).length;
    await until('all have been', async () => (await prometheus.rules()).evaluated === all);
    expect((await prometheus.rules()).faults).toEqual([]);
  });

  test.each(panels)('$panel has a result: $expr', async ({ panel, expr }) => {
    const count = async () => (await prometheus.query(expr)).length;
    const isOurs = !metricsIn(expr).some((name) => ofOthers.includes(name));
    // Recorded series appear a moment after their source.
    if (isOurs && !emptyWhenAllIsWell.includes(panel))
      await until('the panel has a series', async () => (await count()) > 0);
    else await count();
  });
});
