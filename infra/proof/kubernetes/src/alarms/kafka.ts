import type { Cluster } from '../cluster/cluster.ts';
import { kafkaAdmin } from '../cluster/data-tier.ts';
import type { Provocation } from './provocation.ts';

const scaled = async (cluster: Cluster, replicas: number) => {
  await cluster.kubectl(['scale', 'statefulset', 'kafka', `--replicas=${replicas}`]);
};

const whole = async (cluster: Cluster) => {
  await scaled(cluster, 3);
  await cluster.kubectl(['rollout', 'status', 'statefulset', 'kafka', '--timeout=5m']);
};

export const kafkaBrokers: readonly Provocation[] = [
  {
    name: 'two brokers of three, and a topic that only the third had',
    fires: ['KafkaUnderReplicated', 'KafkaPartitionsOffline'],
    begin: async ({ cluster }) => {
      const topic = { topic: 'alarms', replicaAssignment: [{ partition: 0, replicas: [2] }] };
      await kafkaAdmin(cluster, `admin.createTopics({ topics: [${JSON.stringify(topic)}] })`);
      await scaled(cluster, 2);
    },
    end: async ({ cluster }) => {
      await whole(cluster);
      await kafkaAdmin(cluster, `admin.deleteTopics({ topics: ['alarms'] })`);
    },
  },
  {
    name: 'one broker of three',
    fires: ['KafkaBelowMinimum', 'KafkaWithoutController', 'EventsNotPublished'],
    begin: async ({ cluster }) => scaled(cluster, 1),
    end: async ({ cluster }) => whole(cluster),
  },
];
