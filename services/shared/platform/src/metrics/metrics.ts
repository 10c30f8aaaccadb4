import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** A registry of its own for each process (and each test), with the runtime's own figures. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'process_time_seconds',
    help: 'What the clock of this process shows, in seconds since 1970.',
    registers: [registry],
    collect() {
      this.set(Date.now() / 1000);
    },
  });
  return registry;
}
