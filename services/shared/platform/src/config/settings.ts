import { z } from 'zod';
import { faultOfAddress } from '../redis/healing-redis.ts';
import { tracingSettings } from '../tracing/start-tracing.ts';

/** Invalid or missing settings; the message has one line for each fault. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Exit code for invalid settings (EX_CONFIG of sysexits.h): a restart cannot help. */
export const settingsExitCode = 78;

/**
 * Reads settings from environment variables; an empty variable counts as absent.
 * @throws SettingsError with all faults, but never a value, which may be a secret
 */
export function readSettings<Schema extends z.ZodObject>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map(
    ({ path, message }) => `  ${path.join('.')}: ${given[String(path[0])] === undefined ? 'is missing' : message}`,
  );
  throw new SettingsError(`Wrong settings, nothing was started:\n${[...new Set(faults)].join('\n')}`);
}

export const port = z.coerce.number().int().min(0).max(65_535);

export const flag = z.enum(['1', '0', 'true', 'false']).transform((value) => value === '1' || value === 'true');

/** The roles of a service; one process runs all of them unless ROLES is set. */
export const roles = ['http', 'relay', 'consumers', 'jobs'] as const;

export type Role = (typeof roles)[number];

const roleList = z
  .string()
  .transform((list) => list.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(roles)).min(1));

const redisAddress = z.string().superRefine((address, faults) => {
  const message = faultOfAddress(address);
  if (message) faults.addIssue({ code: 'custom', message });
});

/** Settings that the gateway and the services share. */
export const processSettings = tracingSettings.extend({
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  OPERATIONS_PORT: port,
  /** Separate from HOST, so that metrics and health stay private when HOST is public. */
  OPERATIONS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PUBLIC_ORIGIN: z.url().default('http://localhost:8080'),
  /** Key that signs the identity which the gateway sends to the services. */
  IDENTITY_SECRET: z.string().min(32, 'must have at least 32 characters'),
  REDIS_URL: redisAddress,
  REDIS_CACHE_URL: redisAddress,
  /** How long a stopping process still serves its open connections, in seconds. */
  LINGER_SECONDS: z.coerce.number().min(0).max(15).default(1),
  EXIT_WITH_PARENT: flag.default(false),
});

/** Settings that all services share. */
export const serviceSettings = processSettings
  .extend({
    DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'),
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
    /** Longest run time of a statement of a request or an event, in seconds. */
    DATABASE_STATEMENT_SECONDS: z.coerce.number().min(0.1).max(600).default(15),
    EVENT_BUS: z.enum(['redis', 'kafka']).default('redis'),
    KAFKA_BROKERS: z
      .string()
      .transform((list) => list.split(',').map((broker) => broker.trim()))
      .pipe(z.array(z.string().regex(/^[^:\s]+:\d+$/, 'must be host:port, several separated by commas')).min(1))
      .optional(),
    KAFKA_TLS: flag.default(false),
    /** CA file of the brokers in PEM, read for each connection; Node's own authorities when absent. */
    KAFKA_CA_FILE: z.string().optional(),
    KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
    KAFKA_USERNAME: z.string().optional(),
    KAFKA_PASSWORD: z.string().optional(),
    ROLES: roleList.default([...roles]),
  })
  .refine((settings) => settings.EVENT_BUS !== 'kafka' || settings.KAFKA_BROKERS !== undefined, {
    path: ['KAFKA_BROKERS'],
    message: 'is needed when EVENT_BUS is kafka',
  })
  .refine((settings) => settings.KAFKA_CA_FILE === undefined || settings.KAFKA_TLS, {
    path: ['KAFKA_CA_FILE'],
    message: 'has no effect without KAFKA_TLS',
  })
  .refine((settings) => settings.KAFKA_SASL_MECHANISM !== 'plain' || settings.KAFKA_TLS, {
    path: ['KAFKA_SASL_MECHANISM'],
    message: 'would send the password unencrypted: plain needs KAFKA_TLS',
  })
  .superRefine((settings, faults) => {
    for (const name of ['KAFKA_USERNAME', 'KAFKA_PASSWORD'] as const) {
      if ((settings.KAFKA_SASL_MECHANISM === undefined) === (settings[name] === undefined)) continue;
      const message = settings[name] === undefined ? 'is missing' : 'has no effect without KAFKA_SASL_MECHANISM';
      faults.addIssue({ code: 'custom', path: [name], message });
    }
  });

export type ProcessSettings = z.output<typeof processSettings>;
export type ServiceSettings = z.output<typeof serviceSettings>;
