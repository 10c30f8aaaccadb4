import type { Cluster } from '../cluster/cluster.ts';
import type { Provocation } from './provocation.ts';

interface Kept {
  readonly metadata: { name: string; namespace: string; resourceVersion?: string; uid?: string };
}

/** Takes resources away. @returns puts them back as they were */
async function taken(cluster: Cluster, kind: string, names: readonly string[] = []): Promise<() => Promise<void>> {
  const all = await cluster.list<Kept>(kind);
  const chosen = all.filter(({ metadata }) => names.length === 0 || names.includes(metadata.name));
  for (const { metadata } of chosen) await cluster.kubectl(['delete', kind, metadata.name]);
  return async () => {
    for (const { metadata, ...rest } of chosen) {
      const { resourceVersion: _, uid: __, ...own } = metadata;
      await cluster.kubectl(['apply', '-f', '-'], JSON.stringify({ ...rest, metadata: own }));
    }
  };
}

/** Nothing tells figures any more: what is wrong could be wrong unseen. */
function monitorsAway(): Provocation {
  let back: (() => Promise<void>)[] = [];
  return {
    name: 'no monitor is left',
    fires: [
      ...['ProcessUnseen', 'RelayUnseen', 'ConsumersUnseen', 'QueueUnseen', 'DatabaseAuthorityUnseen'],
      ...['PostgresUnseen', 'BackupUnseen', 'KafkaUnseen', 'RedisUnseen', 'SentinelsUnseen'],
      ...['VolumesUnseen', 'ClusterUnseen'],
    ],
    begin: async ({ cluster, monitoring }) => {
      back = [
        await taken(cluster, 'podmonitor'),
        await taken(monitoring, 'podmonitor'),
        await taken(monitoring, 'servicemonitor'),
      ];
    },
    end: async () => {
      for (const each of back) await each();
    },
  };
}

export const unseen: readonly Provocation[] = [monitorsAway()];
