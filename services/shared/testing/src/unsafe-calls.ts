import { randomUUID } from 'node:crypto';
import type { Call } from '@nightshelf/contracts/call.ts';
import { expect } from 'vitest';
import { type ApiClient, someIdentity } from './api-client.ts';
import type { TestService } from './service.ts';
import { until } from './until.ts';

type Input = Readonly<Record<string, unknown>>;

export interface Unsafe {
  readonly client: ApiClient;
  readonly input: Input;
  /** The same call with different content; null for a call without content. */
  readonly other: Input | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface UnsafeCall {
  readonly call: Call;
  /** Creates everything that the call needs to succeed, anew each time. */
  readonly prepare: () => Promise<Unsafe>;
  /** For calls that run again each time: tables that may grow, and response fields that may differ. */
  readonly repeats?: { readonly tables?: readonly string[]; readonly fields?: readonly string[] };
}

/** Returns every call of some groups that may change something, as `METHOD path`. */
export const namesOfUnsafe = (...groups: readonly Readonly<Record<string, Call>>[]): string[] =>
  groups
    .flatMap((group) => Object.values(group))
    .filter(({ method }) => method !== 'GET')
    .map(nameOf)
    .sort();

export const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`;

/** Maximum bytes stored to repeat one response, because every user may send thousands a day. */
const keptBytes = 4096;

const malformedKeys = ['', ' ', 'two words', 'caf\u00e9', 'k'.repeat(256)];

/**
 * Checks the idempotency of a call. The service must run without jobs.
 * @throws Error with the difference
 */
export async function checkKeys(service: TestService, { call, prepare, repeats = {} }: UnsafeCall): Promise<void> {
  const { client, input, other, headers } = await prepare();
  await until('snapshots for the copies have been requested', async () => {
    const begun = await service.query('select from projection_checks');
    return begun.length >= service.comparedTopics.length;
  });
  const send = (key: string, given: Input = input, as = client) =>
    as.attempt(call, given, { key, ...(headers ? { headers } : {}) });
  const initial = await contents(service);
  for (const key of malformedKeys) {
    const { status, body } = await send(key);
    expect([status, body.code], `the key ${JSON.stringify(key)}`).toStrictEqual([400, 'request.idempotency_key']);
  }
  expect(await contents(service), 'what malformed keys left').toStrictEqual(initial);

  const key = randomUUID();
  const first = await send(key);
  expect(first.status, 'the status').toStrictEqual(call.status ?? 200);
  const after = await contents(service);
  const again = await send(key);
  expect(again.status, 'the status of the second time').toStrictEqual(first.status);
  const shown = ({ body }: { body: object }) => JSON.stringify({ ...body, ...blank(repeats.fields) });
  expect(shown(again), 'the answer of the second time').toStrictEqual(shown(first));
  const left = await contents(service);
  expect(without(left, repeats.tables), 'what the second time left').toStrictEqual(without(after, repeats.tables));
  const [kept] = await service.query<{ bytes: number }>(
    'select coalesce(max(octet_length(result)), 0) as bytes from idempotency_keys',
  );
  expect(kept?.bytes, 'the bytes that are kept for a key').toBeLessThanOrEqual(keptBytes);

  const reused = [422, 'request.idempotency_key_reused'];
  if (other) {
    const refused = await send(key, other);
    expect([refused.status, refused.body.code], 'the key for something else').toStrictEqual(reused);
  }
  expect(await contents(service), 'what the key for something else left').toStrictEqual(left);
  // Last, because another user may change something with the same key.
  if (client.identity) {
    const stranger = await send(key, input, client.as(someIdentity()));
    expect(stranger.body.code, 'the key of another user').not.toBe(reused[1]);
  }
}

const blank = (fields: readonly string[] = []) => Object.fromEntries(fields.map((field) => [field, null]));

const without = (all: Readonly<Record<string, unknown>>, tables: readonly string[] = []) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !tables.includes(name)));

/** The columns that show a requested snapshot; the others change by themselves. */
const comparedColumns = { projection_checks: 'topic, asked_at, rebuild' } as Readonly<Record<string, string>>;

/** Returns a digest of each table in the service's database, except the schedule of its own snapshots. */
async function contents(service: TestService): Promise<Record<string, string>> {
  const tables = await service.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name <> 'snapshots' order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await service.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
       from (select ${comparedColumns[name] ?? '*'} from ${name}) t`,
    );
    digests[name] = row?.digest ?? '';
  }
  return digests;
}
