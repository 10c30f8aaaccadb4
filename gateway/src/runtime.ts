import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { ApiTokens } from './api-tokens/api-tokens.ts';
import type { ClientFiles } from './client/client-files.ts';
import type { Upstreams } from './forwarding/upstreams.ts';
import type { LiveStreams } from './live/live-streams.ts';
import type { SessionWatch } from './live/session-watch.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { TrackedSessions } from './sessions/tracked-sessions.ts';
import type { GatewaySettings } from './settings.ts';

/** The dependencies of the policies. */
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
