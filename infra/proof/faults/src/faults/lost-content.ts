import type { FaultKind, Happening } from '../plan/fault.ts';
import type { Stage } from '../stage/stage.ts';
import { away } from './servers.ts';

async function losing(stage: Stage, server: 'kafka' | 'redis', act: () => Promise<void>): Promise<Happening> {
  const happening = await away(stage, server, act);
  if (stage.bus === server) stage.injected.busLost();
  return happening;
}

/** A replica takes over from Redis; what was not passed on in time is gone. */
export const redisFailover: FaultKind = {
  kind: 'redis-failover',
  weight: 2,
  draw: (random) => ({ target: 'redis', ms: random.mostlyShort(50, 1500) }),
  apply: (stage, { ms }) => losing(stage, 'redis', () => stage.servers.redis.failOver(ms)),
};

export const redisFlushed: FaultKind = {
  kind: 'redis-flushed',
  weight: 2,
  draw: () => ({ target: 'redis', ms: 0 }),
  apply: (stage) =>
    losing(stage, 'redis', async () => void (await stage.servers.redis.ask((redis) => redis.flushall()))),
};

/** Redis is restored from a backup of a while ago. */
export const redisOlder: FaultKind = {
  kind: 'redis-older',
  weight: 2,
  draw: () => ({ target: 'redis', ms: 0 }),
  apply: (stage) => losing(stage, 'redis', () => stage.servers.redis.goBack()),
};

/** A new Kafka in the old one's place, with its cluster id and nothing in it. */
export const kafkaWiped: FaultKind = {
  kind: 'kafka-wiped',
  weight: 2,
  bus: 'kafka',
  missing: (stage) => stage.servers.kafkaFilesMissing,
  draw: () => ({ target: 'kafka', ms: 0 }),
  apply: (stage) => losing(stage, 'kafka', () => stage.servers.wipeKafka()),
};
