import type { FaultKind } from '../plan/fault.ts';
import { deadConnections, resetConnections } from './connections.ts';
import { kafkaDiskFull, postgresDiskFull, redisFull } from './full.ts';
import { kafkaWiped, redisFailover, redisFlushed, redisOlder } from './lost-content.ts';
import { badHeader, duplicates, poison } from './poison.ts';
import { clock, freeze, kill, killAll } from './processes.ts';
import { crashCache, crashKafka, crashPostgres, crashRedis, freezeServer } from './servers.ts';
import { oldBesideNew } from './upgrade.ts';

/** Every kind of fault that the drill knows. */
export const faultKinds: readonly FaultKind[] = [
  kill,
  killAll,
  freeze,
  clock,
  crashPostgres,
  crashRedis,
  crashCache,
  crashKafka,
  freezeServer,
  deadConnections,
  resetConnections,
  redisFailover,
  redisFlushed,
  redisOlder,
  kafkaWiped,
  postgresDiskFull,
  kafkaDiskFull,
  redisFull,
  duplicates,
  poison,
  badHeader,
  oldBesideNew,
];
