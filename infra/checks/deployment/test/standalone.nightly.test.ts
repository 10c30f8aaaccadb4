import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { describe, expect, test } from 'vitest';
import { byKind, containersOf, podOf, type Resource } from '../src/resource.ts';
import { schemas } from '../src/settings.ts';
import { manifests, parseResources, render, schemaFaults } from '../src/tools.ts';
import { cannotRender, find, overlay } from './support/overlays.ts';

const copy = temporaryFolder();
cpSync(manifests, copy, { recursive: true });
const folder = join(copy, 'overlays/standalone');

/** Edits settings.env of the copy, as an operator does. */
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

/** Returns the secret keys that pods need to start, such as `redis password`. */
const demanded = (resources: readonly Resource[]) =>
  resources.flatMap(containersOf).flatMap(({ env = [] }) =>
    env.flatMap(({ valueFrom }) => {
      const { name, key } = valueFrom?.secretKeyRef ?? {};
      return name ? [`${name} ${key}`] : [];
    }),
  );

describe.skipIf(cannotRender)('overlay standalone', () => {
  test('fits into 3.5 of 4 GiB, also during an upgrade', () => {
    const resources = overlay('standalone');
    const mebibytes = (quantity = '') => {
      const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
      if (!number) throw new Error(`No quantity of memory: ${quantity}`);
      return Number(number) * (unit === 'Gi' ? 1024 : 1);
    };
    const total = (kind: string, of: 'requests' | 'limits') =>
      byKind(resources, kind)
        .flatMap((it) => podOf(it).containers)
        .reduce((sum, container) => sum + mebibytes(container.resources?.[of]?.memory), 0);
    expect(total('Deployment', 'limits') + total('StatefulSet', 'limits')).toBeLessThanOrEqual(3584);
    // An upgrade runs a second pod of each Deployment.
    expect(2 * total('Deployment', 'requests') + total('StatefulSet', 'requests')).toBeLessThanOrEqual(3584);
  });

  test('runs one process per service, without secrets, simulator and operators', () => {
    const resources = overlay('standalone');
    const services = ['auth', 'catalog', 'library', 'media', 'social'].map((name) => `${name}-http`);
    const replicas = byKind(resources, 'Deployment').map(({ metadata, spec }) => [metadata.name, spec?.replicas]);
    expect(Object.fromEntries(replicas)).toEqual(Object.fromEntries([...services, 'gateway'].map((name) => [name, 1])));
    expect(resources.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const groups = new Set(resources.map(({ apiVersion }) => apiVersion));
    expect([...groups].filter((group) => group.includes('.') && !/^networking\.k8s\.io\//.test(group))).toEqual([]);
    expect(readFileSync(join(manifests, 'overlays/standalone/settings.env'), 'utf8')).not.toMatch(
      /^\w*(KEY|SECRET|SMTP)\w*=./m,
    );
  });

  test('generates every password that a pod needs, different ones each time', () => {
    const [first, second] = [secrets('passwords'), secrets('passwords')];
    const made = first.flatMap((secret) =>
      Object.keys(secret.data ?? {}).map((key) => `${secret.metadata.name} ${key}`),
    );
    expect(new Set(made)).toEqual(new Set(demanded(overlay('standalone'))));
    expect(schemaFaults(first)).toEqual([]);
    for (const secret of first) {
      const key = secret.metadata.name === 'identity' ? 'secret' : 'password';
      // Letters and digits: they become part of addresses.
      expect(text(secret, key)).toMatch(/^[0-9a-f]{64}$/);
      expect(text(find(second, 'Secret', secret.metadata.name), key)).not.toBe(text(secret, key));
    }
  });

  test('applies settings.env: keys become Secrets, other settings reach their resources', () => {
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
    const resources = render(folder);
    const ingress = find(resources, 'Ingress', 'nightshelf').spec;
    expect(ingress).toMatchObject({ rules: [{ host: 'games.example' }], tls: [{ hosts: ['games.example'] }] });
    expect(find(resources, 'ConfigMap', 'catalog-settings').data?.PROVIDER).toBe('igdb');
    const settings = (some: readonly Resource[]) => find(some, 'ConfigMap', 'process-settings');
    expect(settings(resources).data?.PUBLIC_ORIGIN).toBe('https://games.example');
    // A new name restarts the pods.
    expect(settings(resources).metadata.name).not.toBe(settings(overlay('standalone')).metadata.name);
    expect(JSON.stringify(find(resources, 'StatefulSet', 'postgres').spec)).toContain('"storage":"40Gi"');
    expect(JSON.stringify(resources)).not.toContain('STEAM_API_KEY');
  });

  test('offers only keys that the service knows', () => {
    const script = readFileSync(join(folder, 'secrets.sh'), 'utf8');
    const lines = [...script.matchAll(/^ +keys_of (\w+) (.+)$/gm)];
    expect(lines).toHaveLength(4);
    for (const [, service = '', names = ''] of lines) {
      expect(names.split(' ').filter((name) => !(name in (schemas[service]?.shape ?? {})))).toEqual([]);
    }
  });
});
