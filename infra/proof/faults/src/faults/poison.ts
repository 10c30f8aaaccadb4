import { randomUUID } from 'node:crypto';
import type { BusRecord } from '@nightshelf/platform/events/bus.ts';
import { until } from '@nightshelf/testing/until.ts';
import type { FaultKind } from '../plan/fault.ts';
import { withBus } from '../stage/bus.ts';
import { consumedTopics } from '../stage/consumed-topics.ts';
import { query } from '../stage/databases.ts';
import type { Stage } from '../stage/stage.ts';

const makers: Readonly<Record<string, (marker: string) => string>> = {
  'no JSON': (marker) => `{"type": ${marker}`,
  'no envelope': (marker) => JSON.stringify({ surprise: marker }),
  'unknown type': (marker) => JSON.stringify(envelopeOfUnknownType(marker)),
};

const envelopeOfUnknownType = (marker: string) => ({
  specversion: '1.0',
  id: marker,
  source: '/drill',
  type: 'library.entry.painted.v9',
  time: new Date().toISOString(),
  subject: marker,
  datacontenttype: 'application/json',
  dataschema: 'urn:nightshelf:events:library.entry.painted.v9',
  aggregateversion: 1,
  data: {},
});

/** Records that nobody can make sense of. */
export const poison: FaultKind = {
  kind: 'poison',
  weight: 4,
  draw: (random) => ({
    target: random.pick(Object.keys(consumedTopics)),
    ms: 0,
    detail: { form: random.pick(Object.keys(makers)), records: random.whole(1, 3) },
  }),
  apply: async (stage, { target, detail }) => {
    const form = String(detail?.form);
    const markers = Array.from({ length: Number(detail?.records) }, () => randomUUID());
    const records = markers.map((marker) => ({ topic: target, key: marker, value: makers[form]?.(marker) ?? marker }));
    await publish(stage, records);
    for (const marker of markers) {
      stage.injected.add({ topic: target, marker, form });
    }
    return undefined;
  },
};

/** An entry of a stream whose headers are no JSON, which no publisher of the product makes. */
export const badHeader: FaultKind = {
  kind: 'bad-header',
  weight: 1,
  bus: 'redis',
  draw: (random) => ({
    target: random.pick(Object.keys(consumedTopics)),
    ms: 0,
    detail: { partition: random.whole(0, 2) },
  }),
  apply: async (stage, { target, detail }) => {
    const marker = randomUUID();
    const stream = `bus:stream:${target}:${detail?.partition}`;
    const add = () =>
      stage.servers.redis.ask((redis) => redis.xadd(stream, '*', 'k', marker, 'v', marker, 'h', 'not JSON'));
    await until('Redis takes it', () => stage.servers.alone('redis', add), 120_000);
    stage.injected.add({ topic: target, marker, form: 'bad header' });
    return undefined;
  },
};

interface Published {
  readonly key: string;
  readonly envelope: string;
}

/** Real events once more, as a publisher sends them that did not hear of its success. */
export const duplicates: FaultKind = {
  kind: 'duplicates',
  weight: 4,
  draw: (random) => ({
    target: random.pick(Object.keys(consumedTopics)),
    ms: 0,
    detail: { records: random.whole(5, 50) },
  }),
  apply: async (stage, { target, detail }) => {
    const published =
      'select key, envelope from outbox where topic = $1 and published_at is not null order by random() limit $2';
    const rows = await until(
      'the outbox is there',
      () => query<Published>(stage, consumedTopics[target]?.owner ?? 'library', published, [target, detail?.records]),
      120_000,
    );
    const records = rows.map(({ key, envelope }) => ({ topic: target, key, value: envelope }));
    await publish(stage, records);
    return undefined;
  },
};

/** Another fault may have taken the bus away; then this one waits for it. @throws when that takes too long */
async function publish(stage: Stage, records: readonly BusRecord[]): Promise<void> {
  if (records.length === 0) return;
  await until(
    'the bus takes them',
    () =>
      stage.servers.alone(stage.bus, () =>
        withBus(stage, async (bus) => {
          const fault = (await bus.publish(records)).find((outcome) => outcome !== undefined);
          if (fault) throw fault;
          return true;
        }),
      ),
    120_000,
  );
}
