import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { fetchJars } from '@nightshelf/servers/kafka/jars.ts';

const source = join(checkoutRoot, 'infra/operations/docker/src/kafka');

/** Which figures the agent of a broker tells. */
export const shippedConfiguration = join(checkoutRoot, 'k8s/components/kafka/metrics.yaml');

/**
 * The agent that the image nightshelf/kafka has, fetched once, through Maven.
 * @throws when it is another than the image is built with
 */
export function brokerAgent(): string {
  const [checksum = '', file = ''] = readFileSync(join(source, 'agent.sha256'), 'utf8').trim().split('  ');
  const folder = join(checkoutRoot, '.cache', file.replace('.jar', ''));
  if (!existsSync(folder)) fetchJars(join(source, 'pom.xml'), folder);
  const jar = join(folder, file);
  if (createHash('sha256').update(readFileSync(jar)).digest('hex') !== checksum) throw new Error(`${jar} is another`);
  return jar;
}
