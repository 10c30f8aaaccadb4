import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { ProcessSettings } from '../config/settings.ts';
import { Drain } from '../http/drain.ts';
import { type OperationsOptions, startOperations } from '../http/operations.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { createRegistry } from '../metrics/metrics.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { Teardown } from './teardown.ts';

/** What a process has before it opens anything of its own. */
export interface ProcessBase {
  readonly logger: Logger;
  readonly registry: Registry;
  /** Closes what the process opens; it must be told of each thing. */
  readonly teardown: Teardown;
}

/** What a process serves, and how operators see that it does. */
export interface Serving extends Pick<OperationsOptions, 'liveness' | 'readiness' | 'degraded'> {
  /** Listens already; null when the process answers no requests but those of operators. */
  readonly server: Server | null;
  /** Ends what would go on for ever, before the requests in hand are waited for. */
  readonly onStop?: () => void;
  /** Told in the log when it has started. */
  readonly details?: object;
}

export interface RunningProcess {
  /** Address of the server, `http://host:port`; empty when there is none. */
  readonly url: string;
  readonly operationsUrl: string;
  /** Takes no more work, finishes what is in hand, closes what was opened. */
  stop(): Promise<void>;
}

export const createBase = (name: string, { LOG_LEVEL }: Pick<ProcessSettings, 'LOG_LEVEL'>): ProcessBase => ({
  logger: createLogger(name, LOG_LEVEL),
  registry: createRegistry(name),
  teardown: new Teardown(),
});

/**
 * Starts what gateway and services alike have, around what `serve` starts: log, metrics, tracing, the operations server,
 * and a stop that fails no request. When `serve` throws, what it had opened is closed again.
 */
export async function startProcess(
  name: string,
  settings: ProcessSettings,
  serve: (base: ProcessBase) => Promise<Serving>,
): Promise<RunningProcess> {
  const base = createBase(name, settings);
  const { logger, registry, teardown } = base;
  const tracing = await startTracing(name, settings);
  teardown.add('tracing', () => tracing.stop());
  try {
    const { server, details, readiness, onStop, ...checks } = await serve(base);
    const drain = server && new Drain(server, settings.LINGER_SECONDS * 1000);
    let stopping = false;
    const operations = await startOperations({
      host: settings.OPERATIONS_HOST,
      port: settings.OPERATIONS_PORT,
      registry,
      readiness: { stopping: () => (stopping ? 'is stopping' : null), ...readiness },
      ...checks,
    });
    const url = server ? addressOf(server, settings.HOST) : '';
    const operationsUrl = addressOf(operations, settings.OPERATIONS_HOST);
    logger.info({ url, operationsUrl, ...details }, 'Started');
    return {
      url,
      operationsUrl,
      stop: async () => {
        stopping = true;
        onStop?.();
        await drain?.run();
        await teardown.run(logger);
        operations.close();
        operations.closeAllConnections();
      },
    };
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

const addressOf = (server: Server, host: string) => `http://${host}:${(server.address() as AddressInfo).port}`;
