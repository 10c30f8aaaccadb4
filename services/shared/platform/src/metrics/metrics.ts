import { collectDefaultMetrics, Registry } from 'prom-client';

/** A registry of its own for each process (and each test), with the runtime's own figures. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
