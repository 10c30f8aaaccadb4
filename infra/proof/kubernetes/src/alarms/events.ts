import { randomUUID } from 'node:crypto';
import type { Cluster } from '../cluster/cluster.ts';
import { kafkaConfig, lock, sql, unlock } from '../cluster/data-tier.ts';
import type { Provocation } from './provocation.ts';

const topicLimit = (cluster: Cluster, ...change: string[]) =>
  kafkaConfig(cluster, '--alter', '--entity-type', 'topics', '--entity-name', 'library.entries', ...change);

/** Has library's relay publish what library would not. */
const published = (cluster: Cluster, envelope: object) =>
  sql(
    cluster,
    'library',
    `insert into outbox (event_id, topic, key, envelope)
     values (gen_random_uuid(), 'library.entries', 'alarms', '${JSON.stringify(envelope)}')`,
  );

const command = (cluster: Cluster, service: string, ...args: string[]) =>
  cluster.kubectl(['exec', `deploy/${service}-worker`, '-c', 'app', '--', 'node', 'src/main.ts', ...args]);

const verified = async (cluster: Cluster) => {
  for (const service of ['auth', 'library', 'catalog', 'social']) await command(cluster, service, 'verify');
};

export const events: readonly Provocation[] = [
  {
    name: 'Kafka refuses events',
    fires: ['EventsRefused'],
    begin: async ({ cluster }) => void (await topicLimit(cluster, '--add-config', 'max.message.bytes=1')),
    end: async ({ cluster }) => void (await topicLimit(cluster, '--delete-config', 'max.message.bytes')),
  },
  {
    name: 'social can store nothing of others',
    fires: ['ConsumerBehind', 'EventsSeenLate'],
    begin: async ({ cluster }) => {
      await lock(cluster, 'social', 'inbox_versions');
      // How late they come is known once they come.
      await new Promise((resolve) => setTimeout(resolve, 150_000));
      await unlock(cluster);
    },
    end: async ({ cluster }) => unlock(cluster),
  },
  {
    name: 'something that is no event, and an event of a release to come',
    fires: ['DeadLetters', 'EventsWaitForRelease'],
    begin: async ({ cluster }) => {
      const unknown = { id: randomUUID(), type: 'library.entry-lent', time: new Date().toISOString(), data: {} };
      await published(cluster, { no: 'event' });
      await published(cluster, unknown);
    },
    end: async ({ cluster }) => {
      for (const database of ['auth', 'catalog', 'social']) await sql(cluster, database, 'delete from dead_letters');
    },
  },
  {
    name: 'copies in social are not what library has',
    fires: ['CopiesDiffered'],
    begin: async ({ cluster }) => {
      await sql(
        cluster,
        'social',
        'update entries set hours_played = 1234 where entry_id in (select entry_id from entries limit 3)',
      );
      await command(cluster, 'social', 'verify');
    },
    end: async () => {},
  },
  {
    name: 'no comparison for longer than may be',
    fires: ['CopiesNotVerified'],
    begin: async () => {},
    end: async ({ cluster }) => verified(cluster),
  },
];
