import { once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

const require = createRequire(import.meta.url);

interface ExpressGateway {
  load(configFolder: string): { run(): Promise<[{ app: Server }]> };
}

interface WinstonLogger {
  readonly transports: { silent: boolean }[];
  on(event: 'data', listen: (entry: { level: string; message: unknown }) => void): void;
}

/**
 * Starts express-gateway with config/ and plugins/. Call `provideRuntime` first.
 * @returns its listening server
 * @throws when its configuration is invalid; a port in use ends the process
 */
export async function startExpressGateway(host: string, port: number, logger: Logger): Promise<Server> {
  // express-gateway takes these settings from the environment only.
  Object.assign(process.env, {
    EG_HTTP_HOST: host,
    EG_HTTP_PORT: String(port),
    EG_PLUGIN: join(import.meta.dirname, '../plugins/plugin.ts'),
    EG_DISABLE_CONFIG_WATCH: 'true',
    LOG_LEVEL: 'warn',
  });
  redirectLogs(logger);
  const start = require('express-gateway') as () => ExpressGateway;
  const [{ app: server }] = await start()
    .load(join(import.meta.dirname, '../config'))
    .run();
  if (!server.listening) await once(server, 'listening');
  return server;
}

/** Redirects express-gateway's warnings and errors to our own log. */
function redirectLogs(logger: Logger): void {
  const loggers = require('express-gateway/lib/logger') as Record<string, WinstonLogger>;
  for (const [part, winston] of Object.entries(loggers)) {
    if (typeof winston !== 'object') continue;
    for (const transport of winston.transports) transport.silent = true;
    winston.on('data', ({ level, message }) => {
      if (!/error|warn/.test(level)) return;
      const write = level.includes('error') ? logger.error.bind(logger) : logger.warn.bind(logger);
      write({ part: `express-gateway ${part}` }, String(message));
    });
  }
}
