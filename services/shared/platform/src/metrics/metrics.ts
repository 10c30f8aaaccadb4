import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Creates a separate registry for each process or test, with the runtime's metrics. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  // The default of 10 ms wakes an idle process 100 times a second; the alert on the lag starts at 250 ms.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
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
