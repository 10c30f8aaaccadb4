import { Counter, Gauge, type Registry } from 'prom-client';

export interface ProviderMetrics {
  readonly calls: Counter<'provider' | 'result'>;
  readonly breakerState: Gauge<'provider'>;
}

export function createProviderMetrics(registry: Registry): ProviderMetrics {
  return {
    calls: new Counter({
      name: 'provider_calls_total',
      help: 'Requests to a game-data provider, by outcome',
      labelNames: ['provider', 'result'],
      registers: [registry],
    }),
    breakerState: new Gauge({
      name: 'provider_breaker_state',
      help: "A provider's circuit breaker: 0 closed, 1 open, 2 half open",
      labelNames: ['provider'],
      registers: [registry],
    }),
  };
}
