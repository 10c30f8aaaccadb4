import type { Cluster } from '../cluster/cluster.ts';
import { kafka, kafkaClient } from '../cluster/data-tier.ts';
import type { Provocation } from './provocation.ts';

const scaled = async (cluster: Cluster, replicas: number) => {
  await cluster.kubectl(['scale', 'statefulset', 'kafka', `--replicas=${replicas}`]);
};

const whole = async (cluster: Cluster) => {
  await scaled(cluster, 3);
  await cluster.kubectl(['rollout', 'status', 'statefulset', 'kafka', '--timeout=5m']);
};

const topics = (cluster: Cluster, ...args: string[]) =>
  kafka(cluster, 'org.apache.kafka.tools.TopicCommand', ['--command-config', kafkaClient, ...args]);

export const kafkaBrokers: readonly Provocation[] = [
  {
    name: 'two brokers of three, and a topic that only the third had',
    fires: ['KafkaUnderReplicated', 'KafkaPartitionsOffline'],
    begin: async ({ cluster }) => {
      await topics(cluster, '--create', '--topic', 'alarms', '--replica-assignment', '2');
      await scaled(cluster, 2);
    },
    end: async ({ cluster }) => {
      await whole(cluster);
      await topics(cluster, '--delete', '--topic', 'alarms');
    },
  },
  {
    name: 'one broker of three',
    fires: ['KafkaBelowMinimum', 'KafkaWithoutController', 'EventsNotPublished'],
    begin: async ({ cluster }) => scaled(cluster, 1),
    end: async ({ cluster }) => whole(cluster),
  },
];
