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
import type { Asker } from './limits/asker.ts';
import type { ProviderLimits } from './limits/limits.ts';
import { RequestLimiter } from './limits/request-limiter.ts';
import { faultKinds, ProviderFault } from './provider-fault.ts';
import type { ProviderMetrics } from './provider-metrics.ts';
import { type Decode, type ProviderRequest, RouteClient } from './proxies/route-client.ts';
import type { ProviderRoute } from './proxies/route-list.ts';

export interface ChannelOptions {
  /** Names it in Redis, logs and metrics. */
  readonly provider: string;
  readonly limits: ProviderLimits;
  readonly routes: readonly ProviderRoute[];
  /** Durable Redis, where the limits are counted. */
  readonly redis: RedisClient;
  readonly logger: Logger;
  readonly metrics: ProviderMetrics;
  /** Longest that one attempt may take, in milliseconds; that of the routes unless given. */
  readonly timeoutMs?: number;
}

/** Some providers refuse the names of common HTTP clients. */
const userAgent = 'Nightshelf/0.1 (self-hosted personal game library)';

/** After this many failures in a row, each over all routes, the provider is not asked for a while, in milliseconds. */
const failuresToOpen = 5;
const openForMs = 10_000;

/** Sends requests to a provider: within its limits, over the configured routes, and none while it is down. */
export class ProviderChannel {
  readonly #provider: string;
  readonly #limiter: RequestLimiter;
  readonly #breaker: CircuitBreakerPolicy;
  readonly #client: RouteClient;
  readonly #metrics: ProviderMetrics;

  constructor({ provider, limits, routes, redis, logger, metrics, timeoutMs }: ChannelOptions) {
    this.#provider = provider;
    this.#limiter = new RequestLimiter(redis, provider, limits);
    this.#client = new RouteClient(routes, logger, timeoutMs);
    this.#metrics = metrics;
    this.#breaker = circuitBreaker(handleWhen(isFailure), {
      breaker: new ConsecutiveBreaker(failuresToOpen),
      halfOpenAfter: openForMs,
    });
    // From nought, so that the first of each is seen as one more.
    for (const result of ['ok', 'breaker-open', 'error', ...faultKinds]) metrics.calls.inc({ provider, result }, 0);
    metrics.breakerState.set({ provider }, CircuitState.Closed);
    this.#breaker.onStateChange((state) => {
      metrics.breakerState.set({ provider }, state);
      logger.warn({ provider, state: CircuitState[state] }, 'The circuit breaker of a provider changed');
    });
  }

  /**
   * @param resource what the provider counts requests by
   * @param asker whose share of the provider's limit it takes; null for what all need
   * @throws ProviderFault
   */
  async send<Result>(
    { resource, asker }: { readonly resource: string; readonly asker: Asker | null },
    request: ProviderRequest,
    decode: Decode<Result>,
  ): Promise<Result> {
    const headers = { accept: 'application/json', 'user-agent': userAgent, ...request.headers };
    try {
      const result = await this.#breaker.execute(() =>
        this.#limiter.run(resource, asker, () => this.#client.send({ ...request, headers }, decode)),
      );
      this.#count('ok');
      return result;
    } catch (error) {
      if (error instanceof BrokenCircuitError) {
        this.#count('breaker-open');
        throw new ProviderFault('unavailable', 'the provider has failed repeatedly and is left alone for a while');
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
