import type { ServiceSettings } from '../config/settings.ts';
import type { Logger } from '../logging/logger.ts';
import type { EventBus } from './bus.ts';
import { type KafkaSecuritySettings, kafkaSecurity } from './kafka/client.ts';
import { KafkaBus } from './kafka/kafka-bus.ts';
import { RedisStreamsBus } from './redis-streams/redis-streams-bus.ts';

/**
 * Creates the bus that the settings name. It connects on first use; late or unavailable servers only delay it.
 * @param options.clientId shown in the servers' logs and lists
 */
export function createEventBus(
  settings: Pick<ServiceSettings, 'EVENT_BUS' | 'KAFKA_BROKERS' | 'REDIS_URL'> & KafkaSecuritySettings,
  options: { readonly clientId: string; readonly logger: Logger },
): EventBus {
  return settings.EVENT_BUS === 'kafka'
    ? new KafkaBus({ ...options, ...kafkaSecurity(settings), brokers: settings.KAFKA_BROKERS ?? [] })
    : new RedisStreamsBus({ ...options, url: settings.REDIS_URL });
}
