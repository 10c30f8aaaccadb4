import { join } from 'node:path';
import { freePort, javaRunsKafka, type Kafka, startKafka } from '@nightshelf/servers';
import { until } from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { Kafka as Client, logLevel } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleFiles } from '../src/rules.ts';
import { brokerAgent, shippedConfiguration } from './broker-agent.ts';
import { metricsIn, readDashboards } from './metrics.ts';

const panels = readDashboards().flatMap((dashboard) => dashboard.panels);
const expressions = [...ruleFiles.flatMap(({ rules }) => rules), ...panels.flatMap(({ targets }) => targets)];
/** Broker metrics that rules and dashboards use. */
const used = [...new Set(expressions.flatMap(({ expr }) => metricsIn(expr)))].filter((name) => /^kafka_/.test(name));

const copy = temporaryFolder();
let kafka: Kafka;
/** Kafka's lines of /metrics. */
let reported: string[];

/** Returns a metric's values by their labels. */
const valuesOf = (name: string) =>
  Object.fromEntries(
    reported.flatMap((line) => {
      const [, series, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return series === name ? [[labels, Number(value)]] : [];
    }),
  );

describe.skipIf(!javaRunsKafka())('a broker with the agent, as on Kubernetes', () => {
  beforeAll(async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const agent = `-javaagent:${brokerAgent()}=${address}:${shippedConfiguration}`;
    kafka = await startKafka({ directory: join(copy, 'kafka'), throwAway: true, java: [agent] });
    const admin = new Client({ brokers: [kafka.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: 'library.entries', numPartitions: 2 }] });
    await admin.disconnect();
    reported = await until('the agent reports the partitions and their leaders', async () => {
      const text = await (await fetch(`http://${address}/metrics`)).text();
      const lines = text.split('\n').filter((line) => /^kafka_/.test(line));
      const found = /^kafka_controller_kafkacontroller_offlinepartitionscount 0/m.test(text);
      return found && text.includes('topic="library.entries"') && lines;
    });
  });

  afterAll(() => kafka?.stop());

  test('exports each used metric, and no other', () => {
    expect(used.length).toBeGreaterThan(3);
    expect(new Set(reported.map((line) => /^\w+/.exec(line)?.[0]))).toEqual(new Set(used));
  });

  test('reports one controller and no under-replicated partition', () => {
    expect(valuesOf('kafka_controller_kafkacontroller_activecontrollercount')).toEqual({ '': 1 });
    expect(valuesOf('kafka_controller_kafkacontroller_offlinepartitionscount')).toEqual({ '': 0 });
    expect(valuesOf('kafka_server_replicamanager_underreplicatedpartitions')).toEqual({ '': 0 });
    expect(valuesOf('kafka_cluster_partition_underminisr')).toEqual({
      'partition="0",topic="library.entries"': 0,
      'partition="1",topic="library.entries"': 0,
    });
  });
});
