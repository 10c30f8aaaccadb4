import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { readSettings, SettingsError, serviceSettings } from './settings.ts';

const good = {
  PORT: '4000',
  OPERATIONS_PORT: '0',
  IDENTITY_SECRET: 'a secret of more than thirty-two characters',
  REDIS_URL: 'redis://127.0.0.1:6379',
  REDIS_CACHE_URL: 'redis://127.0.0.1:6380',
  DATABASE_URL: 'postgres://library:secret@127.0.0.1/library',
};

const faultsOf = (env: NodeJS.ProcessEnv, schema: z.ZodObject = serviceSettings) => {
  try {
    readSettings(schema, env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  throw new Error('the settings were accepted');
};

describe('settings of a service', () => {
  test('has sensible defaults', () => {
    expect(readSettings(serviceSettings, good)).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4000,
      EVENT_BUS: 'redis',
      ROLES: ['http', 'relay', 'consumers', 'jobs'],
    });
  });

  test('reports all faults together', () => {
    const message = faultsOf({
      ...good,
      PORT: 'eighty',
      DATABASE_URL: 'mysql://x',
      REDIS_URL: '',
      IDENTITY_SECRET: 'short',
    });
    expect(message.split('\n')).toHaveLength(5);
    for (const name of ['PORT', 'DATABASE_URL', 'REDIS_URL: is missing', 'IDENTITY_SECRET']) {
      expect(message).toContain(name);
    }
  });

  test('never shows a value, which may be a secret', () => {
    const message = faultsOf({ ...good, DATABASE_URL: 'mysql://root:hunter2@db', IDENTITY_SECRET: 'hunter2' });
    expect(message).not.toContain('hunter2');
  });

  test('requires Kafka brokers in the form host:port', () => {
    expect(faultsOf({ ...good, EVENT_BUS: 'kafka' })).toContain('KAFKA_BROKERS');
    expect(faultsOf({ ...good, EVENT_BUS: 'kafka', KAFKA_BROKERS: 'kafka' })).toContain('host:port');
    const settings = readSettings(serviceSettings, { ...good, EVENT_BUS: 'kafka', KAFKA_BROKERS: 'a:9092, b:9092' });
    expect(settings.KAFKA_BROKERS).toEqual(['a:9092', 'b:9092']);
  });

  test('reports missing or unusable parts of the Kafka security settings', () => {
    const kafka = { ...good, EVENT_BUS: 'kafka', KAFKA_BROKERS: 'a:9092' };
    const account = { KAFKA_USERNAME: 'services', KAFKA_PASSWORD: 'hunter2' };
    expect(faultsOf({ ...kafka, KAFKA_CA_FILE: '/ca.crt' })).toContain(
      'KAFKA_CA_FILE: has no effect without KAFKA_TLS',
    );
    expect(faultsOf({ ...kafka, ...account, KAFKA_SASL_MECHANISM: 'plain' })).toContain('plain needs KAFKA_TLS');
    expect(faultsOf({ ...kafka, KAFKA_SASL_MECHANISM: 'scram-sha-512' })).toMatch(
      /KAFKA_USERNAME: is missing[\s\S]*KAFKA_PASSWORD: is missing/,
    );
    expect(faultsOf({ ...kafka, ...account })).toContain('KAFKA_PASSWORD: has no effect without KAFKA_SASL_MECHANISM');
    const given = { ...kafka, ...account, KAFKA_TLS: '1', KAFKA_SASL_MECHANISM: 'plain', KAFKA_CA_FILE: '/ca.crt' };
    expect(readSettings(serviceSettings, given)).toMatchObject({ KAFKA_TLS: true, KAFKA_PASSWORD: 'hunter2' });
  });

  test('accepts every supported form of Redis address', () => {
    const sentinels = 'redis+sentinel://:p@a:26379,b:26379/sessions';
    const clusters = ['redis+cluster://a', 'redis+cluster://:p@a:6379,b', 'rediss+cluster://user:p%40@a.example:7000'];
    for (const address of ['rediss://:p@redis:6380', sentinels, ...clusters]) {
      expect(readSettings(serviceSettings, { ...good, REDIS_URL: address }).REDIS_URL).toBe(address);
    }
    for (const address of ['sentinel://a:26379/sessions', 'redis', 'http+cluster://a']) {
      expect(faultsOf({ ...good, REDIS_URL: address })).toContain('REDIS_URL: must start with redis://');
    }
    for (const nodes of ['', ':p@', 'a:6379/1', 'a:b', 'a,,b', 'a:6379,b:6379/name']) {
      const faults = faultsOf({ ...good, REDIS_CACHE_URL: `redis+cluster://${nodes}` });
      expect(faults).toContain('REDIS_CACHE_URL: must name nodes of the cluster as host:port');
    }
  });

  test('accepts only known roles', () => {
    expect(readSettings(serviceSettings, { ...good, ROLES: 'http, relay' }).ROLES).toEqual(['http', 'relay']);
    expect(faultsOf({ ...good, ROLES: 'http,cook' })).toContain('ROLES');
  });
});
