import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { memoryOf } from '../src/invariants/memory.ts';
import { schemas } from '../src/invariants/settings.ts';
import { manifests, parseResources, renderFolder } from '../src/render.ts';
import { byKind, containersOf, type Resource } from '../src/resource.ts';
import { ManifestSchemas } from '../src/schemas/validate.ts';
import { cannotRender, find, overlay } from './support/overlays.ts';

const copy = mkdtempSync(join(tmpdir(), 'nightshelf-standalone-'));
afterAll(() => rmSync(copy, { recursive: true }));
cpSync(manifests, copy, { recursive: true });
const folder = join(copy, 'overlays/standalone');

/** Edits settings.env of the copy, as the one file that an operator edits. */
function set(settings: Readonly<Record<string, string>>): void {
  const path = join(folder, 'settings.env');
  const lines = readFileSync(path, 'utf8').split('\n');
  const edited = lines.map((line) => {
    const [, key = ''] = /^([A-Z_]+)=/.exec(line) ?? [];
    return key in settings ? `${key}=${settings[key]}` : line;
  });
  for (const [key, value] of Object.entries(settings)) expect(edited).toContain(`${key}=${value}`);
  writeFileSync(path, edited.join('\n'));
}

const secrets = (which: string) =>
  parseResources(execFileSync('sh', [join(folder, 'secrets.sh'), which], { encoding: 'utf8' }));

const text = (secret: Resource | undefined, key: string) =>
  Buffer.from(secret?.data?.[key] ?? '', 'base64').toString('utf8');

/** `redis password` and so on: what pods are not started without. */
const demanded = (resources: readonly Resource[]) =>
  resources.flatMap(containersOf).flatMap(({ env = [] }) =>
    env.flatMap(({ valueFrom }) => {
      const { name, key } = valueFrom?.secretKeyRef ?? {};
      return name ? [`${name} ${key}`] : [];
    }),
  );

describe.skipIf(cannotRender)('overlay standalone', () => {
  test('fits on a node of 4 GiB, of which half a GiB is not its own', () => {
    const { limits, requestsOfUpgrade } = memoryOf(overlay('standalone'));
    expect(limits).toBeLessThanOrEqual(3584);
    expect(requestsOfUpgrade).toBeLessThanOrEqual(3584);

    const planted = overlay('standalone');
    for (const { resources } of containersOf(find(planted, 'StatefulSet', 'redis'))) {
      Object.assign(resources?.limits ?? {}, { memory: '1Gi' });
    }
    expect(memoryOf(planted).limits).toBe(limits + 640);
  });

  test('is one process of each service with all its roles, and brings no secret, no simulator and no operator', () => {
    const resources = overlay('standalone');
    const services = ['auth', 'catalog', 'library', 'media', 'social'].map((name) => `${name}-http`);
    const deployments = byKind(resources, 'Deployment').map(
      ({ metadata, spec }) => `${metadata.name} ${spec?.replicas}`,
    );
    expect(deployments.sort()).toEqual([...services, 'gateway'].map((name) => `${name} 1`).sort());
    expect(resources.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const groups = new Set(resources.map(({ apiVersion }) => apiVersion));
    expect([...groups].filter((group) => group.includes('.') && !/^networking\.k8s\.io\//.test(group))).toEqual([]);
    expect(readFileSync(join(manifests, 'overlays/standalone/settings.env'), 'utf8')).not.toMatch(
      /^\w*(KEY|SECRET|SMTP)\w*=./m,
    );
  });

  test('passwords are made up by one command, every one that a pod needs, and others each time', () => {
    const [first, second] = [secrets('passwords'), secrets('passwords')];
    const made = first.flatMap((secret) =>
      Object.keys(secret.data ?? {}).map((key) => `${secret.metadata.name} ${key}`),
    );
    expect(new Set(made)).toEqual(new Set(demanded(overlay('standalone'))));
    const known = new ManifestSchemas();
    expect(first.flatMap((secret) => known.faultsOf(secret))).toEqual([]);
    for (const secret of first) {
      const key = secret.metadata.name === 'identity' ? 'secret' : 'password';
      // Letters and digits: they become part of addresses.
      expect(text(secret, key)).toMatch(/^[0-9a-f]{64}$/);
      expect(text(find(second, 'Secret', secret.metadata.name), key)).not.toBe(text(secret, key));
    }
  });

  test('what is in settings.env arrives: keys in Secrets as they were written, all else where it belongs', () => {
    expect(secrets('keys')).toEqual([]);
    const providers = '[{"id":"home","client_secret":"a\\\\b$c \'d\'"}]';
    set({ OIDC_PROVIDERS: providers, SMTP_URL: 'smtps://me:a=b@mail.example:465', STEAM_API_KEY: 'steam' });
    const keys = secrets('keys');
    expect(text(find(keys, 'Secret', 'auth-keys'), 'OIDC_PROVIDERS')).toBe(providers);
    expect(text(find(keys, 'Secret', 'auth-keys'), 'SMTP_URL')).toBe('smtps://me:a=b@mail.example:465');
    expect(keys.map(({ metadata, data }) => [metadata.name, Object.keys(data ?? {})])).toEqual([
      ['catalog-keys', ['STEAM_API_KEY']],
      ['auth-keys', ['SMTP_URL', 'OIDC_PROVIDERS']],
    ]);

    set({ HOST: 'games.example', PUBLIC_ORIGIN: 'https://games.example', PROVIDER: 'igdb', POSTGRES_STORAGE: '40Gi' });
    const resources = parseResources(renderFolder(folder));
    const ingress = find(resources, 'Ingress', 'nightshelf').spec;
    expect(ingress).toMatchObject({ rules: [{ host: 'games.example' }], tls: [{ hosts: ['games.example'] }] });
    expect(find(resources, 'ConfigMap', 'catalog-settings').data?.PROVIDER).toBe('igdb');
    const settings = (some: readonly Resource[]) => find(some, 'ConfigMap', 'process-settings');
    expect(settings(resources).data?.PUBLIC_ORIGIN).toBe('https://games.example');
    // Another name, by which pods are started anew.
    expect(settings(resources).metadata.name).not.toBe(settings(overlay('standalone')).metadata.name);
    expect(JSON.stringify(find(resources, 'StatefulSet', 'postgres').spec)).toContain('"storage":"40Gi"');
    expect(JSON.stringify(resources)).not.toContain('STEAM_API_KEY');
  });

  test('each key that may be set is a setting of the service that gets it', () => {
    const script = readFileSync(join(folder, 'secrets.sh'), 'utf8');
    const lines = [...script.matchAll(/^ +keys_of (\w+) (.+)$/gm)];
    expect(lines).toHaveLength(4);
    for (const [, service = '', names = ''] of lines) {
      expect(names.split(' ').filter((name) => !(name in (schemas[service]?.shape ?? {})))).toEqual([]);
    }
  });
});
