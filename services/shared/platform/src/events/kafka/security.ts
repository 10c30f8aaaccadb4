import type { ConnectionOptions } from 'node:tls';
import type { SASLOptions } from 'kafkajs';
import { vouchedFor } from '../../config/authority.ts';
import type { ServiceSettings } from '../../config/settings.ts';

/** How a process and the brokers authenticate each other; no security when both are absent. */
export interface KafkaSecurity {
  readonly ssl?: ConnectionOptions;
  readonly sasl?: SASLOptions;
}

export type KafkaSecuritySettings = Partial<
  Pick<ServiceSettings, 'KAFKA_TLS' | 'KAFKA_CA_FILE' | 'KAFKA_SASL_MECHANISM' | 'KAFKA_USERNAME' | 'KAFKA_PASSWORD'>
>;

export function kafkaSecurity(settings: KafkaSecuritySettings): KafkaSecurity {
  const { KAFKA_TLS, KAFKA_CA_FILE: file, KAFKA_SASL_MECHANISM: mechanism } = settings;
  const { KAFKA_USERNAME: username = '', KAFKA_PASSWORD: password = '' } = settings;
  return {
    ...(KAFKA_TLS && { ssl: vouchedFor(file) }),
    ...(mechanism && { sasl: { mechanism, username, password } as SASLOptions }),
  };
}
