import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { fetchJars } from '@nightshelf/servers/kafka/find-kafka.ts';

const source = join(checkoutRoot, 'infra/operations/docker/src/kafka');

/** Selects the metrics that a broker's agent exports. */
export const shippedConfiguration = join(checkoutRoot, 'k8s/components/kafka/metrics.yaml');

/**
 * Returns the metrics agent of the image nightshelf/kafka, which Maven downloads once.
 * @throws when its checksum differs from the image's
 */
export function brokerAgent(): string {
  const [checksum = '', file = ''] = readFileSync(join(source, 'agent.sha256'), 'utf8').trim().split('  ');
  const folder = join(checkoutRoot, '.cache', file.replace('.jar', ''));
  if (!existsSync(folder)) fetchJars(join(source, 'pom.xml'), folder);
  const jar = join(folder, file);
  if (createHash('sha256').update(readFileSync(jar)).digest('hex') !== checksum) throw new Error(`${jar} is another`);
  return jar;
}
