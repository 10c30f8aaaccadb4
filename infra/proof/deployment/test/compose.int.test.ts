import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@nightshelf/local/product/topology.ts';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ComposeFile, parseCompose } from '../src/compose/compose-file.ts';
import { containerFaults } from '../src/compose/container-faults.ts';
import { dockerfileFaults } from '../src/compose/dockerfile-faults.ts';
import { proxyFaults } from '../src/compose/proxy-faults.ts';
import { secretFaults } from '../src/compose/secret-faults.ts';
import { settingsFaults } from '../src/compose/settings-faults.ts';
import { topologyFaults } from '../src/compose/topology-faults.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const composeText = read('docker-compose.yml');
const identityProvider = 'infra/operations/docker/identity-provider.yml';
const demo = 'infra/operations/docker/demo.yml';

const checks: Readonly<Record<string, (file: ComposeFile, text: string) => string[]>> = {
  'containers that are safe, exact and checked': containerFaults,
  'no secret that is known': secretFaults,
  'the whole product, in order': (file) => topologyFaults(file, services),
  'settings that each process accepts': settingsFaults,
  'gateways that believe their own proxies': proxyFaults,
};

/** The file with one text put in place of another, which has to be there. */
function planted(text: string, before: string | RegExp, after: string): string {
  const changed = text.replace(before, after);
  expect(changed).not.toBe(text);
  return changed;
}

describe('docker-compose.yml', () => {
  test.each(Object.entries(checks))('has %s', (_, faultsOf) => {
    expect(faultsOf(parseCompose(composeText), composeText)).toEqual([]);
  });

  // Without a limit of its own it says 0, RedisFull is silent, and the kernel ends it where it would have refused.
  test('has a Redis that refuses before its container is full', () => {
    const { redis } = parse(composeText, { merge: true }).services;
    const [, limit] = /--maxmemory (\d+)mb/.exec(redis.environment.SETTINGS) ?? [];
    expect(Number(limit)).toBeGreaterThan(0);
    expect(Number(limit)).toBeLessThan(Number.parseInt(redis.mem_limit, 10));
  });

  test('and the demo identity provider beside it is as safe', () => {
    const text = read(identityProvider);
    const { auth, ...added } = parseCompose(text).services;
    expect(containerFaults({ services: added })).toEqual([]);
    expect(auth?.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
    expect(secretFaults({ services: added }, text)).toEqual([]);
  });

  test('and the simulator of a demonstration is as safe', () => {
    const { simulator } = parseCompose(read(demo)).services;
    if (!simulator) throw new Error(`${demo} has no simulator`);
    expect(containerFaults({ services: { simulator } })).toEqual([]);
  });

  test.each<[string, string | RegExp, string, string]>([
    ['a moving tag', 'postgres:18-bookworm', 'postgres:latest', 'an image without a numbered tag'],
    ['no tag', 'redis:7-bookworm', 'redis', 'an image without a numbered tag'],
    ['a writable root', 'read_only: true', 'read_only: false', 'may write its root'],
    ['capabilities', 'cap_drop: [ALL]', 'cap_drop: [NET_RAW]', 'keeps capabilities'],
    ['a capability given back', 'shm_size: 256m', 'cap_add: [SYS_ADMIN]', 'postgres keeps capabilities'],
    ['new privileges', 'no-new-privileges:true', 'label:disable', 'may gain privileges'],
    ['no restart', 'restart: unless-stopped', 'restart: "no"', 'no restart policy'],
    ['a port for everybody', /127\.0\.0\.1:(?=\$\{PORT)/, '', 'gateway listens beyond loopback'],
    ['the engine', 'postgres:/var/lib/postgresql', '/var/run/docker.sock:/s', 'reaches the engine'],
    ['no check', /healthcheck: (?=.*CMD-SHELL)/, 'x-check: ', 'redis is not checked'],
    [
      'a known password',
      /\$\{AUTH_DATABASE_PASSWORD\}/,
      'auth',
      'auth-migration DATABASE_URL is written down or has a default',
    ],
    ['a default secret', 'POSTGRES_PASSWORD:?', 'POSTGRES_PASSWORD:-', 'POSTGRES_PASSWORD is written down'],
    ['an empty secret', /(?<=\$\{IDENTITY_SECRET):\?[^}]*/, '', 'IDENTITY_SECRET may be empty'],
    ['a service left out', '\n  social:', '\n  sociable:', 'social is missing'],
    [
      'no wait',
      'media-migration: { condition: service_completed',
      'media-migration: { condition: service_st',
      'media does not wait',
    ],
    [
      'another version',
      'image: nightshelf/library:',
      'image: nightshelf/libra:',
      'library has a migration of another version',
    ],
    ['no migration', 'command: [migrate]', 'command: [republish]', 'a migration that does not migrate'],
    ['a lost way', 'MEDIA_URL: http://media:8080', 'MEDIA_URL: http://catalog:8080', 'gateway does not know media'],
    ['an open network', 'data: { internal: true }', 'data: {}', 'data reaches the world'],
    ['a published server', 'networks: [data]', 'networks: [front]', 'can be reached by others'],
    ['a setting nobody reads', 'EVENT_BUS: kafka', 'EVENT_BUSS: kafka', 'auth: EVENT_BUSS is no setting'],
    ['a proxy that nobody believes', 'TRUST_PROXY: 1', 'TRUST_PROXY: 0', 'behind-nginx believes 0 proxies, not 1'],
    ['a proxy that is not there', 'TRUST_PROXY:-0', 'TRUST_PROXY:-1', 'gateway believes 1 proxies, not 0'],
    ['a way around the proxy', 'ports: []', 'ports: ["127.0.0.1:8089:8080"]', 'is published beside its proxy'],
    [
      'the published gateway behind the proxy',
      'http://gateway-behind-nginx:',
      'http://gateway:',
      'gateway is published',
    ],
    ['a wrong setting', 'EVENT_BUS: kafka', 'EVENT_BUS: pigeon', 'EVENT_BUS'],
  ])('a fault is found: %s', (_, before, after, fault) => {
    const text = planted(composeText, before, after);
    const file = parseCompose(text);
    const found = Object.values(checks).flatMap((faultsOf) => faultsOf(file, text));
    expect(found.filter((line) => line.includes(fault))).not.toEqual([]);
  });
});

describe('Dockerfiles', () => {
  const dockerfiles = globSync('infra/operations/docker/*.Dockerfile', { cwd: root });

  test('are those that docker-compose.yml builds, and that of the brokers on Kubernetes', () => {
    const built = [composeText, read(identityProvider), read(demo)].flatMap((text) =>
      Object.values(parseCompose(text).services).flatMap(({ build }) => build?.dockerfile ?? []),
    );
    const all = new Set([...built, 'infra/operations/docker/kafka.Dockerfile']);
    expect([...all].sort()).toEqual(dockerfiles.sort());
  });

  test.each(dockerfiles)('%s makes a safe and repeatable image', (path) => {
    expect(dockerfileFaults(read(path))).toEqual([]);
  });

  test.each<[string, string | RegExp, string, string]>([
    ['a moving base', 'NODE_IMAGE=node:26-bookworm-slim', 'NODE_IMAGE=node:latest', 'a base without a definite tag'],
    ['a base without a tag', 'NODE_IMAGE=node:26-bookworm-slim', 'NODE_IMAGE=node', 'a base without a definite tag'],
    ['root', 'USER 1000:1000', 'USER 0:0', 'does not run as a numbered user'],
    ['a user by name', 'USER 1000:1000', 'USER node', 'does not run as a numbered user'],
    ['no check', /HEALTHCHECK .*/, 'HEALTHCHECK NONE', 'has no health check'],
    ['everything copied', 'COPY services/shared services/shared', 'COPY . .', 'copies the whole checkout'],
    ['loose packages', 'npm ci', 'npm install', 'installs what the lock does not name'],
    ['scripts of packages', '--ignore-scripts', '', 'runs scripts of packages'],
    ['a registry', 'ARG NPM_CONFIG_REGISTRY', 'ARG NPM_CONFIG_REGISTRY=https://npm.example.org', 'names a registry'],
    ['a shell in between', /ENTRYPOINT .*/, 'ENTRYPOINT node src/main.ts', 'wraps the process in a shell'],
  ])('a fault is found: %s', (_, before, after, fault) => {
    const text = planted(read('infra/operations/docker/service.Dockerfile'), before, after);
    expect(dockerfileFaults(text).filter((line) => line.includes(fault))).not.toEqual([]);
  });
});
