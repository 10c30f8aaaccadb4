import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { ProcessSettings } from '../config/settings.ts';
import { Drain } from '../http/drain.ts';
import { type OperationsOptions, startOperations } from '../http/operations.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { createRegistry, measureRuntime } from '../metrics/metrics.ts';
import { startTracing } from '../tracing/start-tracing.ts';

interface Step {
  readonly name: string;
  readonly close: () => Promise<unknown> | unknown;
}

/** Closes resources in reverse order. Each step has a time limit, so that a hanging one does not delay the rest. */
export class Teardown {
  readonly #steps: Step[] = [];
  readonly #stepTimeoutMs: number;

  constructor(stepTimeoutMs = 8000) {
    this.#stepTimeoutMs = stepTimeoutMs;
  }

  add(name: string, close: Step['close']): void {
    this.#steps.push({ name, close });
  }

  async run(logger?: Logger): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await this.#runStep(step, logger);
    }
  }

  async #runStep({ name, close }: Step, logger?: Logger): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, this.#stepTimeoutMs, 'late');
    });
    try {
      if ((await Promise.race([close(), late])) === 'late') logger?.warn({ step: name }, 'Did not stop in time');
    } catch (error) {
      logger?.warn({ err: error, step: name }, 'Failed while stopping');
    } finally {
      clearTimeout(timer);
    }
  }
}

export interface ProcessBase {
  readonly logger: Logger;
  readonly registry: Registry;
  /** Closes the process's resources; each one must be registered. */
  readonly teardown: Teardown;
}

interface Serving extends Pick<OperationsOptions, 'liveness' | 'readiness' | 'degraded'> {
  /** Already listening; null when the process serves operators only. */
  readonly server: Server | null;
  /** Ends permanent connections, before the stop waits for open requests. */
  readonly onStop?: () => void;
  readonly details?: object;
}

export interface RunningProcess {
  /** Address of the server, `http://host:port`; empty when there is none. */
  readonly url: string;
  readonly operationsUrl: string;
  /** Stops accepting work, finishes the work in progress, and closes all resources. */
  stop(): Promise<void>;
}

export const createBase = (name: string, { LOG_LEVEL }: Pick<ProcessSettings, 'LOG_LEVEL'>): ProcessBase => ({
  logger: createLogger(name, LOG_LEVEL),
  registry: createRegistry(name),
  teardown: new Teardown(),
});

/**
 * Starts what the gateway and the services share, around what `serve` starts: log, metrics, tracing, the operations
 * server, and a stop that fails no request. When `serve` throws, everything it opened is closed again.
 */
export async function startProcess(
  name: string,
  settings: ProcessSettings,
  serve: (base: ProcessBase) => Promise<Serving>,
): Promise<RunningProcess> {
  const base = createBase(name, settings);
  const { logger, registry, teardown } = base;
  measureRuntime(registry);
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
