import { cpus, loadavg } from 'node:os';
import { benchHints } from './hints.ts';
import { benchStreams } from './streams.ts';

/**
 * What streams cost that nothing is sent over, and how long after an acknowledged change those who watch the page are told of
 * it. On Redis Streams, or with EVENT_BUS=kafka on Kafka.
 */
export async function benchLive(): Promise<void> {
  const { PART } = process.env;
  if (PART !== 'hints') await benchStreams();
  if (PART !== 'streams') await benchHints(process.env.EVENT_BUS === 'kafka' ? 'kafka' : 'redis');
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`\nLoad of the machine: ${load.join(' ')}; ${cpus().length} cores, Node ${process.versions.node}.`);
}
