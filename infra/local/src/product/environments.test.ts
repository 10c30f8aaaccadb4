import { describe, expect, it } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { type Addresses, environmentsOf } from './environments.ts';

const port = (http: number) => ({ http, operations: http + 1 });

const addresses: Addresses = {
  ports: {
    auth: port(2000),
    library: port(2010),
    catalog: port(2020),
    social: port(2030),
    media: port(2040),
    gateway: port(8080),
    simulator: port(2060),
    'identity-provider': port(2070),
  },
  databaseUrl: (service) => `postgresql://${service}@127.0.0.1/${service}`,
  redisUrl: 'redis://127.0.0.1:1',
  redisCacheUrl: 'redis://127.0.0.1:2',
  kafkaBrokers: null,
  staticDir: '/frontend/dist',
};

const render = (env: Record<string, string> = {}, differing: Partial<Addresses> = {}) =>
  environmentsOf(readSettings(env), { ...addresses, ...differing }, 'secret');

it('points catalog and media at the simulator with DEMO, without rate limits and the offline catalog', () => {
  const { catalog, media, gateway, simulator } = render({ DEMO: '1' });
  expect(catalog).toMatchObject({
    ...{ GIANTBOMB_BASE_URL: 'http://127.0.0.1:2060/api', CATALOGUE_FILE: 'none', PROVIDER_LIMIT_FACTOR: '100000' },
    ...{ STEAM_API_KEY: 'simulator', STEAM_BASE_URL: 'http://127.0.0.1:2060', IMAGE_ORIGINS: 'http://127.0.0.1:2060' },
  });
  expect(media?.YOUTUBE_BASE_URL).toBe('http://127.0.0.1:2060/youtube/v3');
  expect(gateway?.IMAGE_ORIGINS).toBe('http://127.0.0.1:2060');
  expect(simulator).toMatchObject({ PORT: '2060', SIMULATOR_PUBLIC_URL: 'http://127.0.0.1:2060' });
});

describe('without DEMO', () => {
  it('starts no simulator, even when provider keys are set', () => {
    const keys: Record<string, string>[] = [{}, { IGDB_CLIENT_ID: 'id', IGDB_CLIENT_SECRET: 'secret' }];
    for (const env of keys) {
      const { catalog, media, gateway, simulator } = render(env);
      expect(simulator).toBeUndefined();
      expect(JSON.stringify([catalog, media, gateway])).not.toMatch(/simulator|127\.0\.0\.1:2060/);
      expect(catalog).toMatchObject(env);
      expect(catalog).not.toHaveProperty('PROVIDER_LIMIT_FACTOR');
    }
  });

  it('passes each key only to the service that uses it', () => {
    const environments = render({ GIANTBOMB_API_KEY: 'games', YOUTUBE_API_KEY: 'videos', STEAM_API_KEY: 'games' });
    expect(environments.catalog).toMatchObject({ GIANTBOMB_API_KEY: 'games', STEAM_API_KEY: 'games' });
    expect(environments.media).toMatchObject({ YOUTUBE_API_KEY: 'videos' });
    const { catalog: _, media: __, ...others } = environments;
    expect(JSON.stringify(others)).not.toMatch(/games|videos/);
  });
});

describe('sign-in providers', () => {
  const providersOf = (auth: Readonly<Record<string, string>> | undefined) => JSON.parse(auth?.OIDC_PROVIDERS ?? '');

  it('passes the configured providers to auth only', () => {
    const google = { id: 'google', client_secret: 'hush' };
    const environments = render({ OIDC_PROVIDERS: JSON.stringify([google]) });
    expect(providersOf(environments.auth)).toEqual([google]);
    const { auth: _, ...others } = environments;
    expect(JSON.stringify(others)).not.toContain('hush');
    expect(environments['identity-provider']).toBeUndefined();
  });

  it('adds the demo provider only when requested', () => {
    const environments = render({ OIDC_PROVIDERS: '[{"id":"google"}]', OIDC_DEMO: '1', PORT: '9000' });
    const demo = environments['identity-provider'];
    expect(demo).toMatchObject({ PORT: '2070', PUBLIC_ORIGIN: 'http://localhost:9000' });
    expect(providersOf(environments.auth)).toEqual([
      { id: 'google' },
      {
        id: demo?.PROVIDER_ID,
        name: 'Demo ID',
        issuer: 'http://127.0.0.1:2070',
        client_id: demo?.CLIENT_ID,
        client_secret: demo?.CLIENT_SECRET,
      },
    ]);
    expect(providersOf(render().auth)).toEqual([]);
  });
});

it('prints mails in the log on a local machine only, unless a mail server is configured', () => {
  expect(render().auth).toMatchObject({ NODE_ENV: 'development' });
  expect(render({ PUBLIC_ORIGIN: 'https://games.example.org' }).auth).not.toHaveProperty('NODE_ENV');
  const server = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'shelf@example.org' };
  expect(render(server).auth).toMatchObject(server);
  expect(render(server).auth).not.toHaveProperty('NODE_ENV');
});

it('gives each service its own database and the gateway the address of every service', () => {
  const { auth, social, gateway } = render();
  expect(auth?.DATABASE_URL).toBe('postgresql://auth@127.0.0.1/auth');
  expect(social?.DATABASE_URL).toBe('postgresql://social@127.0.0.1/social');
  expect(gateway).toMatchObject({ AUTH_URL: 'http://127.0.0.1:2000', MEDIA_URL: 'http://127.0.0.1:2040' });
  expect(gateway).not.toHaveProperty('DATABASE_URL');
});

it('passes the Kafka brokers to services only, and only when the bus is Kafka', () => {
  const { library, gateway } = render({ EVENT_BUS: 'kafka' }, { kafkaBrokers: '127.0.0.1:9092' });
  expect(library).toMatchObject({ EVENT_BUS: 'kafka', KAFKA_BROKERS: '127.0.0.1:9092' });
  expect(gateway).not.toHaveProperty('KAFKA_BROKERS');
  expect(render().library).not.toHaveProperty('KAFKA_BROKERS');
  const brokers = { EVENT_BUS: 'kafka', KAFKA_BROKERS: 'kafka.example:9093', KAFKA_TLS: '1' } as const;
  expect(render(brokers, { kafkaBrokers: brokers.KAFKA_BROKERS }).library).toMatchObject(brokers);
  expect(render(brokers, { kafkaBrokers: brokers.KAFKA_BROKERS }).gateway).not.toHaveProperty('KAFKA_TLS');
});

it('listens on other interfaces only when configured', () => {
  const { auth, gateway } = render({ HOST: '0.0.0.0' });
  expect(gateway?.HOST).toBe('0.0.0.0');
  expect(auth?.HOST).toBe('127.0.0.1');
});
