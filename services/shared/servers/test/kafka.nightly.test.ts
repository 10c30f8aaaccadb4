import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { expect, it } from 'vitest';
import { javaRunsKafka, kafkaClassPath } from '../src/kafka/find-kafka.ts';
import { brokerProperties } from '../src/kafka/settings.ts';
import { formatStorage } from '../src/kafka.ts';

const folder = temporaryFolder();

// Random ids begin with a dash in one of 64 cases.
it.skipIf(!javaRunsKafka())('accepts a cluster id that begins like an option', () => {
  const data = join(folder, 'formatted');
  const configuration = join(folder, 'server.properties');
  const [listen, controller] = ['127.0.0.1:1', '127.0.0.1:2'];
  writeFileSync(configuration, brokerProperties({ listen, advertised: listen, controller, data }));
  formatStorage(['-cp', kafkaClassPath()], configuration, '-wY-DpAw_eeFFK1nxrzgPw');
  expect(readFileSync(join(data, 'meta.properties'), 'utf8')).toContain('cluster.id=-wY-DpAw_eeFFK1nxrzgPw');
});
