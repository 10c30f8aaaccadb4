import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { type RunningProduct, startProduct } from '@nightshelf/local/product/start-product.ts';
import { GatewayClient, infrastructure, until } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SpanCollector } from './span-collector.ts';

const bus = infrastructure().kafkaBrokers === null ? 'redis' : 'kafka';

let collector: SpanCollector;
let product: RunningProduct;
const lines: string[] = [];

beforeAll(async () => {
  collector = await SpanCollector.start();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  product = await startProduct({
    settings: { EVENT_BUS: bus, LOG_LEVEL: 'debug' },
    onLine: (name, line) => lines.push(`${name} ${line}`),
  });
}, 400_000);

afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  await product?.stop();
  collector?.stop();
}, 60_000);

test(`one click is one trace: gateway, service, outbox, ${bus}, consumer`, async () => {
  const { client, user } = await GatewayClient.register(product.url);
  const { results } = await client.call(catalogCalls.searchExternalGames, { query: { q: 'zelda', limit: 1 } });
  const [game] = results;
  expect(game).toBeDefined();
  const { guid = '', name = '' } = game ?? {};
  await client.call(libraryCalls.addExternalEntry, { body: { guid, name } });

  const click = await until('the click is traced', () =>
    collector.spans.find((span) => span.service === 'library' && span.name === 'POST /api/games/library/add-external'),
  );
  const trace = () => collector.spans.filter(({ traceId }) => traceId === click.traceId);
  const named = (service: string, spanName: string) =>
    trace().find((span) => span.service === service && span.name === spanName);
  const entrance = await until('the gateway has sent its span', () => named('gateway', 'POST library'));
  await until(
    'its consequences are traced',
    () => named('social', 'handle library.entry.added.v1') && named('library', 'publish library.entries'),
    60_000,
  );
  expect(entrance.parentId).toBe('');
  expect(click.parentId).toBe(entrance.spanId);
  expect(named('social', 'handle library.entry.added.v1')?.parentId).toBe(click.spanId);
  expect(named('library', 'publish library.entries')?.parentId).toBe(click.spanId);
  // All consumers belong to the trace.
  await until('the catalog has counted it', () => named('catalog', 'handle library.entry.added.v1'), 60_000);

  const page = await client.call(socialCalls.getUser, { params: { id: user.id } });
  expect(page.user.id).toBe(user.id);
}, 240_000);

test('logs a request under its request id and trace id in every process', async () => {
  const entries = lines.flatMap((line) => {
    const at = line.indexOf('{');
    return at < 0 ? [] : [JSON.parse(line.slice(at)) as Record<string, unknown>];
  });
  const entrance = entries.find(
    ({ url, service }) => service === 'gateway' && url === '/api/games/library/add-external',
  );
  const { request_id, trace_id } = entrance ?? {};
  expect([request_id, trace_id]).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ]);
  const ofRequest = entries.filter((entry) => entry.request_id === request_id);
  expect(ofRequest.map(({ service }) => service).sort()).toEqual(['gateway', 'library']);
  for (const entry of ofRequest) expect(entry).toMatchObject({ trace_id, status: 201 });
  const elsewhere = entries.filter((entry) => entry.trace_id === trace_id && entry.type === 'library.entry.added.v1');
  expect(elsewhere.map(({ service }) => service).sort()).toEqual(['catalog', 'social']);
  // Each field has only one name.
  expect(lines.filter((line) => /"(reqId|requestId|traceId)":/.test(line))).toEqual([]);
});

test('ignores a trace id that the caller sends', async () => {
  const made = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${made}-00f067aa0ba902b7-01` };
  const before = collector.spans.length;
  expect((await fetch(`${product.url}/api/youtube/daily-reviews`, { headers })).status).toBe(200);
  await until('the call is traced', () =>
    collector.spans.slice(before).some(({ service, name }) => service === 'media' && name.includes('daily-reviews')),
  );
  expect(collector.spans.filter(({ traceId }) => traceId === made)).toEqual([]);
});

test('logs no password, cookie or email address', () => {
  expect(lines.length).toBeGreaterThan(20);
  const telling = lines.filter((line) => /Analytical#1|@example\.org|session=[\w-]{20}/.test(line));
  expect(telling).toEqual([]);
});
