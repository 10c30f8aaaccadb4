import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Caller } from './caller.ts';
import type { ProviderLimits } from './limits.ts';
import { faultKinds, ProviderFault } from './provider-fault.ts';
import { RequestLimiter } from './request-limiter.ts';
import { type Decode, type ProviderRequest, RouteClient } from './route-client.ts';
import type { ProviderRoute } from './route-list.ts';

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

/** Sends requests to a provider within its limits, over the configured routes, with a circuit breaker. */
export class ProviderChannel {
  readonly #provider: string;
  readonly #limiter: RequestLimiter;
  readonly #breaker: CircuitBreakerPolicy;
  readonly #client: RouteClient;
  readonly #metrics: ProviderMetrics;

  constructor({ provider, limits, routes, redis, logger, metrics, timeoutMs }: ChannelOptions) {
    this.#provider = provider;
    this.#limiter = new RequestLimiter(redis, provider, limits);
    this.#client = new RouteClient(routes, logger, timeoutMs, limits.connections);
    this.#metrics = metrics;
    this.#breaker = circuitBreaker(handleWhen(isFailure), {
      breaker: new ConsecutiveBreaker(failuresToOpen),
      halfOpenAfter: openForMs,
    });
    // Starts at 0, so that the first event shows as an increase.
    for (const result of ['ok', 'breaker-open', 'error', ...faultKinds]) metrics.calls.inc({ provider, result }, 0);
    metrics.breakerState.set({ provider }, CircuitState.Closed);
    this.#breaker.onStateChange((state) => {
      metrics.breakerState.set({ provider }, state);
      logger.warn({ provider, state: CircuitState[state] }, 'The circuit breaker of a provider changed');
    });
  }

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
      const result = await this.#breaker.execute(() =>
        this.#limiter.run(resource, caller, () => this.#client.send({ ...request, headers }, decode)),
      );
      this.#count('ok');
      return result;
    } catch (error) {
      if (error instanceof BrokenCircuitError) {
        this.#count('breaker-open');
        throw new ProviderFault('unavailable', 'the provider has failed repeatedly; requests pause for a while');
      }
      this.#count(error instanceof ProviderFault ? error.kind : 'error');
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #count(result: string): void {
    this.#metrics.calls.inc({ provider: this.#provider, result });
  }
}

const isFailure = (error: unknown) =>
  error instanceof ProviderFault && ['unavailable', 'malformed', 'key-refused'].includes(error.kind);
