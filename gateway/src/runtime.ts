import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { ApiTokens } from './api-tokens.ts';
import type { ClientFiles } from './client/client-files.ts';
import type { Upstreams } from './forwarding/upstreams.ts';
import type { Handler } from './http/exchange.ts';
import type { LiveStreams } from './live/live-streams.ts';
import type { SessionWatch } from './live/notifications.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { GatewaySettings } from './settings.ts';
import type { TrackedSessions } from './tracked-sessions.ts';

export interface Runtime {
  readonly settings: GatewaySettings;
  readonly logger: Logger;
  readonly metrics: GatewayMetrics;
  readonly sessions: TrackedSessions;
  readonly tokens: ApiTokens;
  /** Redis for limits; may be down. */
  readonly cache: RedisClient;
  readonly upstreams: Upstreams;
  readonly clientFiles: ClientFiles;
  readonly live: { readonly streams: LiveStreams; readonly sessionWatch: SessionWatch };
}

let provided: Runtime | null = null;

/** express-gateway loads the plugin by path and passes only configuration, so policies get their dependencies here. */
export function provideRuntime(runtime: Runtime): void {
  provided = runtime;
}

/** @throws when start-gateway.ts has not provided the runtime */
export function obtainRuntime(): Runtime {
  if (!provided) throw new Error('The policies are used outside of the gateway');
  return provided;
}

/** A step of a pipeline in gateway.config.yml, which names it and lists its parameters under `action`. */
export interface Policy<Parameters = never> {
  readonly name: string;
  /** JSON schema properties of the parameters; invalid parameters keep the gateway from starting. */
  readonly properties?: Readonly<Record<string, object>>;
  readonly create: (runtime: Runtime, parameters: Parameters) => Handler;
}
