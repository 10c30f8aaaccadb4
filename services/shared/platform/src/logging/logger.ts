import { type Logger, pino } from 'pino';
import { traceIds } from '../tracing/spans.ts';

export type { Logger };

/** Wherever these stand in a logged object, their value is replaced: a log must never hold a secret. */
const secrets = [
  'password',
  'confirm_password',
  'authorization',
  'cookie',
  'email',
  'api_key',
  'key',
  'token',
  'secret',
];

/** What a command said that Redis has refused: of `AUTH` that is the password, of others what people are to be known by. */
const refusedCommands = ['err', 'err.*', 'err.*.*'].map((error) => `${error}.command.args`);

/** JSON lines on standard output. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceIds,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [...secrets.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), ...refusedCommands],
      censor: '[hidden]',
    },
  });
}
