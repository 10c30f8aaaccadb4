import { type ComposeFile, type ComposeService, isOurs } from './compose-file.ts';

/**
 * What of the product is missing: a service, its migration before it, the way of the gateway to it.
 * @param services of the product
 */
export function topologyFaults(file: ComposeFile, services: readonly string[]): string[] {
  const gateway = file.services.gateway;
  return [
    ...services.flatMap((name) => serviceFaults(file, name)),
    ...services
      .filter((name) => gateway?.environment?.[`${name.toUpperCase()}_URL`] !== `http://${name}:8080`)
      .map((name) => `gateway does not know ${name}`),
    ...(file.networks?.data?.internal === true ? [] : ['data reaches the world']),
    ...['postgres', 'databases', 'redis', 'redis-cache', 'kafka']
      .filter((name) => String(file.services[name]?.networks) !== 'data' || file.services[name]?.ports)
      .map((name) => `${name} can be reached by others than the processes`),
  ];
}

function serviceFaults({ services }: ComposeFile, name: string): string[] {
  const service = services[name];
  const migration = services[`${name}-migration`];
  if (!service) return [`${name} is missing`];
  const faults: Readonly<Record<string, boolean>> = {
    'is not built from its folder': service.build?.args?.SERVICE !== `services/${name}` || !isOurs(service),
    'does not wait for its migration': conditionOf(service, `${name}-migration`) !== 'service_completed_successfully',
    'has a migration of another version': migration?.image !== service.image,
    'has a migration that does not migrate': String(migration?.command) !== 'migrate',
    'has a migration of another database': migration?.environment?.DATABASE_URL !== service.environment?.DATABASE_URL,
    'has a migration that does not wait for its database':
      migration === undefined || conditionOf(migration, 'databases') !== 'service_completed_successfully',
    'does not wait for Kafka': conditionOf(service, 'kafka') !== 'service_healthy',
  };
  return Object.keys(faults)
    .filter((fault) => faults[fault])
    .map((fault) => `${name} ${fault}`);
}

function conditionOf({ depends_on: waits = {} }: ComposeService, name: string): string | undefined {
  return Array.isArray(waits) ? undefined : (waits as Readonly<Record<string, { condition: string }>>)[name]?.condition;
}
