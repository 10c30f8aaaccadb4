import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { describe, expect, it } from 'vitest';
import { faultsOfVariables, schemas } from '../src/settings.ts';
import { type ComposeService, isOurs, parseCompose } from './support/compose.ts';

const read = (path: string) => readFileSync(join(checkoutRoot, path), 'utf8');
const [identityProvider, demo] = ['identity-provider', 'demo'].map((it) => `infra/operations/docker/${it}.yml`);
const text = read('docker-compose.yml');
const compose = parseCompose(text);
const added = [identityProvider, demo].flatMap((path = '') =>
  Object.entries(parseCompose(read(path)).services).filter(([name]) => name !== 'auth' && !(name in compose.services)),
);
const isOneShot = ({ restart }: ComposeService) => restart?.startsWith('on-failure') === true;

/** Replaces variables by their defaults, and by a long text where they have none, as with only the secrets set. */
function filledIn(value: string): string {
  const variable = /\$\{(\w+)(?::-([^${}]*)|:\?[^{}]*)?\}/g;
  const filled = value.replaceAll(variable, (whole, name: string, fallback?: string) => {
    if (fallback !== undefined) return fallback;
    return whole.includes(':?') || /SECRET|PASSWORD/.test(name) ? 'a'.repeat(64) : '';
  });
  return filled === value ? value : filledIn(filled);
}

const variablesOf = ({ environment = {} }: ComposeService) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(String(value ?? ''))]));

describe('docker-compose.yml', () => {
  it.each([...Object.entries(compose.services), ...added])('confines %s', (_, service) => {
    const { image = '', ports = [], volumes = [] } = service;
    expect(image).toMatch(/:(v?\d+(\.\d+)*(-[a-z0-9]+)*|stable-bookworm|\$\{NIGHTSHELF_TAG:-dev\})$/);
    expect(service).toMatchObject({ cap_drop: ['ALL'], restart: expect.stringMatching(/on-failure|unless-stopped/) });
    expect(service.security_opt).toContain('no-new-privileges:true');
    // Kafka's image writes its configuration when it starts.
    expect(service.read_only || image.startsWith('apache/kafka:')).toBe(true);
    expect([service.privileged, service.cap_add, service.network_mode === 'host']).toEqual([
      undefined,
      undefined,
      false,
    ]);
    expect(JSON.stringify(volumes)).not.toContain('docker.sock');
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    const { disable, test } = service.healthcheck ?? {};
    expect(isOneShot(service) || (!disable && (test !== undefined || isOurs(service)))).toBe(true);
  });

  it('contains no secret and no default for one, and refuses to start without them', () => {
    const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    // Keys of game and video providers are optional.
    const optional = /^\$\{(\w+API_KEY|IGDB_CLIENT_SECRET):-\}$/;
    const secrets = Object.values(compose.services).flatMap(({ environment = {} }) =>
      Object.entries(environment).flatMap(([key, given]) => {
        const value = String(given ?? '');
        const inAddresses = [...value.matchAll(/\w+:\/\/[^@/:\s]*:(?<password>[^@\s]+)@/g)];
        if (inAddresses.length > 0) return inAddresses.map(({ groups }) => groups?.password ?? '');
        return /SECRET|PASSWORD|_AUTH$|API_KEY|TOKEN/.test(key) && !optional.test(value) ? [value] : [];
      }),
    );
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter((value) => !required.has(/^\$\{(\w+)(:\?[^}]*)?\}$/.exec(value)?.[1]))).toEqual([]);
  });

  it.each(services)('starts %s of the same version as its migration, after it', (name) => {
    const [service, migration] = [compose.services[name], compose.services[`${name}-migration`]];
    expect(service).toMatchObject({
      build: { args: { SERVICE: `services/${name}` } },
      depends_on: { [`${name}-migration`]: { condition: 'service_completed_successfully' } },
    });
    expect(migration).toMatchObject({
      image: service?.image,
      command: ['migrate'],
      environment: { DATABASE_URL: service?.environment?.DATABASE_URL },
      depends_on: { databases: { condition: 'service_completed_successfully' } },
    });
    expect(compose.services.gateway?.environment?.[`${name.toUpperCase()}_URL`]).toBe(`http://${name}:8080`);
  });

  it.each(['postgres', 'databases', 'redis', 'redis-cache', 'kafka'])('lets only processes reach %s', (name) => {
    expect(compose.networks?.data?.internal).toBe(true);
    expect(compose.services[name]?.networks).toEqual(['data']);
    expect(compose.services[name]?.ports).toBeUndefined();
  });

  it.each(Object.entries(compose.services).filter(([name]) => schemas[name.replace('-migration', '')]))(
    'gives %s settings that it knows and accepts',
    (name, service) => {
      const schema = schemas[name.replace('-migration', '')];
      const ofImage = { HOST: '0.0.0.0', PORT: '8080', ...(name === 'console' ? {} : { OPERATIONS_PORT: '9090' }) };
      expect(schema && faultsOfVariables(schema, { ...ofImage, ...variablesOf(service) })).toEqual([]);
    },
  );

  // With one proxy too few, all users share one limit; with one too many, a client can choose its address.
  it('makes each gateway trust exactly the proxies in front of it', () => {
    const proxied = Object.values(compose.services).flatMap(
      (it) => /^http:\/\/([\w-]+):/.exec(String(it.environment?.GATEWAY_URL ?? ''))?.[1] ?? [],
    );
    const gateways = Object.entries(compose.services).filter(([, it]) => it.environment?.TRUST_PROXY !== undefined);
    expect(gateways.map(([name]) => name)).toEqual(expect.arrayContaining([...proxied, 'gateway']));
    for (const [name, service] of gateways) {
      const isProxied = proxied.includes(name);
      expect([name, variablesOf(service).TRUST_PROXY]).toEqual([name, isProxied ? '1' : '0']);
      if (isProxied) expect(service.ports ?? []).toEqual([]);
    }
  });

  // Without its own limit Redis reports 0, the alert RedisFull stays silent, and the kernel kills Redis.
  it('makes Redis refuse writes before its container is full', () => {
    const { redis } = compose.services;
    const [, limit] = /--maxmemory (\d+)mb/.exec(String(redis?.environment?.SETTINGS)) ?? [];
    expect(Number(limit)).toBeGreaterThan(0);
    expect(Number(limit)).toBeLessThan(Number.parseInt(redis?.mem_limit ?? '', 10));
  });
});

describe.each(globSync('infra/operations/docker/*.Dockerfile', { cwd: checkoutRoot }))('%s', (path) => {
  const lines = read(path)
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  it('builds on definite bases, in stages, from locked packages without their scripts', () => {
    const args = new Map(lines.flatMap((line) => [...line.matchAll(/^ARG (\w+)=(\S+)$/g)].map((it) => [it[1], it[2]])));
    const bases = lines.flatMap((line) => [...line.matchAll(/^FROM (?:\$\{(\w+)\}|(\S+))/g)]);
    expect(bases.length).toBeGreaterThan(1);
    for (const [, variable, image] of bases) {
      expect(image ?? args.get(variable)).toMatch(/^[\w./-]+:(?!latest$)[\w.]+(-[\w.]+)*$/);
    }
    expect(lines.filter((line) => /npm (install|i) |registry\.|NPM_CONFIG_REGISTRY=\S/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.includes('npm ci') && !line.includes('--ignore-scripts'))).toEqual([]);
  });

  it('runs the process directly, as a numbered user, with a health check', () => {
    expect(last.findLast((line) => line.startsWith('USER '))).toMatch(/^USER [1-9]\d*(:[1-9]\d*)?$/);
    expect(last).toContainEqual(expect.stringMatching(/^HEALTHCHECK (?!NONE)/));
    expect(
      last.filter((line) => /^(ENTRYPOINT|CMD) [^[]|^COPY \. |npm (ci|install)|apt-get install/.test(line)),
    ).toEqual([]);
  });
});
