import type { EventBus } from '@nightshelf/platform/events/bus.ts';
import { createEventBus } from '@nightshelf/platform/events/create-bus.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import type { Stage } from './stage.ts';

/** Acts on the stage's bus past the wires. */
export async function withBus<Result>(stage: Stage, act: (bus: EventBus) => Promise<Result>): Promise<Result> {
  const { redis, addresses } = stage.servers;
  const bus = createEventBus(
    {
      EVENT_BUS: stage.bus,
      REDIS_URL: redis.server.url,
      KAFKA_BROKERS: addresses.kafkaBrokers ? [addresses.kafkaBrokers] : undefined,
    },
    { clientId: 'drill', logger: createLogger('drill', 'silent') },
  );
  try {
    return await act(bus);
  } finally {
    await bus.close();
  }
}
