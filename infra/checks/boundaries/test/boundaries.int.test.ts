import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const leaf = 'export const leaf = 1;\n';
/** The source of a file that imports another. */
const importing = (path: string) => `import { leaf } from '${path}';\nexport const user = leaf;\n`;
const importingType = (path: string) => `import type { leaf } from '${path}';\nexport type User = typeof leaf;\n`;

/** Two files, the first of which must not import the second. */
function pair(from: string, to: string, source = importing): Readonly<Record<string, string>> {
  return { [from]: source(relative(dirname(from), to).replace(/^(?!\.)/, './')), [to]: leaf };
}

/** Rule and files by path. */
const violations: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['no-circular', { 'services/auth/src/a.ts': importing('./b.ts'), 'services/auth/src/b.ts': importing('./a.ts') }],
  ['service-not-to-service', pair('services/library/src/a.ts', 'services/catalog/src/b.ts')],
  ['service-not-to-service', pair('services/library/src/a.ts', 'services/catalog/src/b.ts', importingType)],
  ['shared-not-to-others', pair('services/shared/platform/src/a.ts', 'services/auth/src/b.ts')],
  ['shared-not-to-others', pair('services/shared/testing/src/a.ts', 'infra/local/src/b.ts')],
  ['shared-not-to-others', pair('services/shared/platform/test/a.ts', 'infra/fakes/simulator/src/b.ts')],
  ['contracts-not-to-others', pair('services/shared/contracts/src/a.ts', 'services/shared/platform/src/b.ts')],
  ['contracts-without-node', { 'services/shared/contracts/src/a.ts': importing('node:fs') }],
  ['frontend-only-contracts', pair('frontend/src/app/a.ts', 'services/shared/platform/src/b.ts')],
  ['feature-not-to-feature', pair('frontend/src/features/vault/a.ts', 'frontend/src/features/search/b.ts')],
  ['below-not-to-features', pair('frontend/src/components/a.ts', 'frontend/src/features/search/b.ts')],
  ['features-not-to-app', pair('frontend/src/features/search/a.ts', 'frontend/src/app/b.ts')],
  ['client-not-to-test-tools', pair('frontend/src/entities/library/a.ts', 'frontend/src/test/b.ts')],
  ['auth-downwards-only', pair('services/auth/src/sessions/a.ts', 'services/auth/src/credentials/b.ts')],
  ['auth-downwards-only', pair('services/auth/src/clients/a.ts', 'services/auth/src/registration/b.ts', importingType)],
  ['auth-folders-are-listed', pair('services/auth/src/service.ts', 'services/auth/src/elsewhere/b.ts')],
  ['gateway-not-to-services', pair('gateway/src/a.ts', 'services/auth/src/b.ts')],
  ['bus-clients-in-adapters-only', { 'services/auth/src/a.ts': importing('kafkajs') }],
  ['products-not-to-tools', pair('services/catalog/src/a.ts', 'infra/fakes/simulator/src/b.ts')],
  ['tests-only-fakes', pair('services/auth/test/a.ts', 'infra/local/src/b.ts')],
  ['infra-downwards-only', pair('infra/local/src/a.ts', 'infra/checks/suite/src/b.ts')],
  ['fakes-not-to-product', pair('infra/fakes/simulator/src/a.ts', 'services/shared/contracts/src/b.ts')],
  ['infra-folders-are-listed', pair('infra/checks/suite/src/a.ts', 'infra/elsewhere/b.ts')],
  [
    'runs-without-dev-dependencies',
    {
      'services/auth/package.json': '{ "devDependencies": { "fflate": "*" } }',
      'services/auth/src/a.ts': importing('fflate'),
      'services/auth/test/b.ts': importing('fflate'),
    },
  ],
  ['not-to-unresolvable', { 'services/auth/src/a.ts': importing('./gone.ts') }],
];

const allowed = {
  'services/auth/src/users/a.ts': importing('../activity/b.ts'),
  'services/auth/src/activity/b.ts': importing('../../../shared/platform/src/c.ts'),
  'infra/checks/faults/src/j.ts': importing('../../../local/src/k.ts'),
  'infra/local/src/k.ts': importing('../../../services/shared/servers/src/i.ts'),
  'services/auth/test/g.ts': importing('../../shared/testing/src/h.ts'),
  'services/shared/testing/src/h.ts': importing('../../servers/src/i.ts'),
  'services/shared/servers/src/i.ts': leaf,
  'services/shared/platform/src/c.ts': importing('../../contracts/src/d.ts'),
  'services/shared/contracts/src/d.ts': leaf,
  'frontend/src/app/e.ts': importing('../features/search/f.ts'),
  'frontend/src/features/search/f.ts': importing('../../../../services/shared/contracts/src/d.ts'),
};

/** Gives the files of a case their own names, so that all cases fit in one tree. */
function numbered(files: Readonly<Record<string, string>>, number: number): readonly (readonly [string, string])[] {
  const rename = (text: string) => text.replace(/\/([a-z])\.ts\b/g, `/$1${number}.ts`);
  return Object.entries(files).map(([path, source]) => [rename(path), rename(source)]);
}

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

const tree = mkdtempSync(join(tmpdir(), 'boundaries-'));
let found: readonly Violation[];

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  const cases = [...violations.map(([, files]) => files), allowed];
  for (const [path, source] of cases.flatMap(numbered)) {
    mkdirSync(join(tree, dirname(path)), { recursive: true });
    writeFileSync(join(tree, path), source);
  }
  const config = join(root, '.dependency-cruiser.cjs');
  const command = ['--config', config, '--output-type', 'json', 'services', 'gateway', 'frontend', 'infra'];
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/.bin/depcruise'), ...command], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (!stdout.startsWith('{')) throw new Error(stderr);
  found = JSON.parse(stdout).summary.violations;
});

afterAll(() => rmSync(tree, { recursive: true }));

const brokenIn = (files: Readonly<Record<string, string>>, number: number) => {
  const paths = new Set(numbered(files, number).map(([path]) => path));
  return [...new Set(found.filter(({ from }) => paths.has(from)).map(({ rule }) => rule.name))];
};

test.each(violations.map(([rule, files], number) => ({ rule, files, number, paths: Object.keys(files).join(' → ') })))(
  '$rule reports $paths',
  ({ rule, files, number }) => expect(brokenIn(files, number)).toEqual([rule]),
);

test('reports nothing for imports that the design allows', () => {
  expect(brokenIn(allowed, violations.length)).toEqual([]);
});
