import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';

/** Invalid settings. The message has one line per fault. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** EX_CONFIG of sysexits.h: the settings are wrong, so a restart cannot help. */
export const settingsExitCode = 78;

/** Auth validates the list's content. */
function isJsonList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

const flag = z
  .enum(['1', '0', 'true', 'false'], 'must be 1 or 0')
  .transform((value) => value === '1' || value === 'true')
  .default(false);

const schema = z
  .object({
    PORT: z.coerce.number('must be a port').int('must be a port').min(1).max(65_535).default(8080),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_ORIGIN: z.url('must be an address such as https://games.example.org').optional(),
    DATA_DIR: z.string().default('.data'),
    EVENT_BUS: z.enum(['redis', 'kafka'], 'must be redis or kafka').default('redis'),
    KAFKA_BROKERS: z
      .string()
      .regex(/^[^:\s,]+:\d+(,[^:\s,]+:\d+)*$/, 'must be host:port, several separated by commas')
      .optional(),
    KAFKA_TLS: z.string().optional(),
    KAFKA_CA_FILE: z.string().optional(),
    KAFKA_SASL_MECHANISM: z.string().optional(),
    KAFKA_USERNAME: z.string().optional(),
    KAFKA_PASSWORD: z.string().optional(),
    /** 1 runs all services in one process, which saves memory; 5 gives each its own, which uses more cores. */
    PROCESSES: z.enum(['1', '5'], 'must be 1 or 5').default('1'),
    RATE_LIMIT_FACTOR: z.coerce.number('must be a number').positive('must be above 0').default(1),
    /** How many proxies in front of the gateway are trusted to report a client's address. */
    TRUST_PROXY: z.coerce.number('must be a number').int('must be whole').min(0).max(10).default(0),
    /** Seconds between liveness checks, and the timeout of each; 0 disables them. */
    LIVENESS_SECONDS: z.coerce.number('must be a number').min(0, 'must not be below 0').default(5),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('info'),
    LOG_FORMAT: z.enum(['pretty', 'json'], 'must be pretty or json').default('pretty'),
    PROVIDER: z.enum(['igdb', 'giantbomb', 'wikidata'], 'must be igdb, giantbomb or wikidata').optional(),
    GIANTBOMB_API_KEY: z.string().optional(),
    IGDB_CLIENT_ID: z.string().optional(),
    IGDB_CLIENT_SECRET: z.string().optional(),
    STEAM_API_KEY: z.string().optional(),
    YOUTUBE_API_KEY: z.string().optional(),
    OIDC_PROVIDERS: z.string().refine(isJsonList, 'must be a JSON list').optional(),
    SECOND_FACTOR_KEYS: z.string().optional(),
    /** Simulates game databases, Steam and YouTube, without the offline catalog: for tests and demonstrations. */
    DEMO: flag,
    OIDC_DEMO: flag,
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/[^\s/]+/, 'must start with smtp:// or smtps://')
      .optional(),
    MAIL_FROM: z.string().optional(),
    PUSH_PUBLIC_KEY: z.string().optional(),
    PUSH_PRIVATE_KEY: z.string().optional(),
    PUSH_SUBJECT: z.string().optional(),
  })
  .superRefine((settings, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const hasId = settings.IGDB_CLIENT_ID !== undefined;
    const hasSecret = settings.IGDB_CLIENT_SECRET !== undefined;
    if (hasId && !hasSecret) fault('IGDB_CLIENT_SECRET', 'is needed beside IGDB_CLIENT_ID');
    if (hasSecret && !hasId) fault('IGDB_CLIENT_ID', 'is needed beside IGDB_CLIENT_SECRET');
    const hasKeys = settings.GIANTBOMB_API_KEY !== undefined || (hasId && hasSecret);
    if (settings.PROVIDER === 'igdb' && hasKeys && !(hasId && hasSecret)) {
      fault('PROVIDER', 'is igdb, which needs IGDB_CLIENT_ID and IGDB_CLIENT_SECRET');
    }
    if (settings.PROVIDER === 'giantbomb' && hasKeys && settings.GIANTBOMB_API_KEY === undefined) {
      fault('PROVIDER', 'is giantbomb, which needs GIANTBOMB_API_KEY');
    }
  });

export type Settings = z.output<typeof schema>;

/**
 * Reads the launcher's settings. Empty variables count as absent.
 * @throws SettingsError naming every fault but no value, which may be a secret
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`);
  throw new SettingsError(`Wrong settings, nothing was started:\n${faults.join('\n')}`);
}

/** Returns the environment, completed by the folder's `.env`. */
export function withEnvFile(folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = join(folder, '.env');
  return existsSync(path) ? { ...parseEnv(readFileSync(path, 'utf8')), ...env } : env;
}
