import { type Logger, pino } from 'pino';
import { traceIds } from '../tracing/spans.ts';

export type { Logger };

/** Properties whose values are redacted, because a log must never hold a secret. */
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

/** Arguments of a command that Redis refused: the password of `AUTH`, or personal data. */
const refusedCommands = ['err', 'err.*', 'err.*.*'].map((error) => `${error}.command.args`);

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
