import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Caller, faultKinds, ProviderFault } from './game-provider.ts';
import { type ProviderLimits, requestLimiter } from './request-limiter.ts';
import { type Decode, type ProviderRequest, type ProviderRoute, routeClient } from './route-client.ts';

export type ProviderMetrics = ReturnType<typeof createProviderMetrics>;

export function createProviderMetrics(registry: Registry) {
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

export interface ChannelOptions {
  /** Its name in Redis, logs and metrics. */
  readonly provider: string;
  readonly limits: ProviderLimits;
  readonly routes: readonly ProviderRoute[];
  /** Durable Redis, for the limits. */
  readonly redis: RedisClient;
  readonly logger: Logger;
  readonly metrics: ProviderMetrics;
  /** Time limit of one attempt in milliseconds; by default the routes' own. */
  readonly timeoutMs?: number;
}

/** Some providers block the names of common HTTP clients. */
const userAgent = 'Nightshelf/0.1 (self-hosted personal game library)';

/** The circuit breaker opens for this long after so many consecutive failures over all routes. */
const failuresToOpen = 5;
const openForMs = 10_000;

export type ProviderChannel = ReturnType<typeof providerChannel>;

/** Sends requests to a provider within its limits, over the configured routes, with a circuit breaker. */
export function providerChannel(options: ChannelOptions) {
  const { provider, limits, routes, redis, logger, metrics, timeoutMs } = options;
  const limiter = requestLimiter(redis, provider, limits);
  const client = routeClient(routes, logger, timeoutMs, limits.connections);
  const breaker = circuitBreaker(handleWhen(isFailure), {
    breaker: new ConsecutiveBreaker(failuresToOpen),
    halfOpenAfter: openForMs,
  });
  // Starts at 0, so that the first event shows as an increase.
  for (const result of ['ok', 'breaker-open', 'error', ...faultKinds]) metrics.calls.inc({ provider, result }, 0);
  metrics.breakerState.set({ provider }, CircuitState.Closed);
  breaker.onStateChange((state) => {
    metrics.breakerState.set({ provider }, state);
    logger.warn({ provider, state: CircuitState[state] }, 'The circuit breaker of a provider changed');
  });
  const count = (result: string) => metrics.calls.inc({ provider, result });
  return {
    /**
     * @param resource the provider's unit of counting requests
     * @param caller whose share of the limit it uses; null for shared requests
     * @throws ProviderFault
     */
    async send<Result>(
      { resource, caller }: { readonly resource: string; readonly caller: Caller | null },
      request: ProviderRequest,
      decode: Decode<Result>,
    ): Promise<Result> {
      const headers = { accept: 'application/json', 'user-agent': userAgent, ...request.headers };
      try {
        const result = await breaker.execute(() =>
          limiter.run(resource, caller, () => client.send({ ...request, headers }, decode)),
        );
        count('ok');
        return result;
      } catch (error) {
        if (error instanceof BrokenCircuitError) {
          count('breaker-open');
          throw new ProviderFault('unavailable', 'the provider has failed repeatedly; requests pause for a while');
        }
        count(error instanceof ProviderFault ? error.kind : 'error');
        throw error;
      }
    },
    close: () => client.close(),
  };
}

const isFailure = (error: unknown) =>
  error instanceof ProviderFault && ['unavailable', 'malformed', 'key-refused'].includes(error.kind);
