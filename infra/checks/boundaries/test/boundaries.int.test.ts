import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const leaf = 'export const leaf = 1;\n';
const importing = (path: string) => `import { leaf } from '${path}';\nexport const user = leaf;\n`;

/** Rule, what breaks it, files by path. */
const violations: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  [
    'no-circular',
    'two files that import each other',
    {
      'services/auth/src/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
      'services/auth/src/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
    },
  ],
  [
    'service-not-to-service',
    'a service that reads another',
    {
      'services/library/src/a.ts': importing('../../catalog/src/b.ts'),
      'services/catalog/src/b.ts': leaf,
    },
  ],
  [
    'service-not-to-service',
    'even for a type',
    {
      'services/library/src/a.ts': "import type { B } from '../../catalog/src/b.ts';\nexport type A = B;\n",
      'services/catalog/src/b.ts': 'export type B = string;\n',
    },
  ],
  [
    'shared-stands-below',
    'a platform that knows a service',
    {
      'services/shared/platform/src/a.ts': importing('../../../auth/src/b.ts'),
      'services/auth/src/b.ts': leaf,
    },
  ],
  [
    'shared-stands-below',
    'test helpers that need the launcher',
    {
      'services/shared/testing/src/a.ts': importing('../../../../infra/local/src/b.ts'),
      'infra/local/src/b.ts': leaf,
    },
  ],
  [
    'shared-stands-below',
    'even a test of the platform that needs a fake',
    {
      'services/shared/platform/test/a.ts': importing('../../../../infra/fakes/simulator/src/b.ts'),
      'infra/fakes/simulator/src/b.ts': leaf,
    },
  ],
  [
    'contracts-stand-alone',
    'contracts that need the platform',
    {
      'services/shared/contracts/src/a.ts': importing('../../platform/src/b.ts'),
      'services/shared/platform/src/b.ts': leaf,
    },
  ],
  [
    'contracts-without-node',
    'contracts that need Node',
    {
      'services/shared/contracts/src/a.ts': "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;\n",
    },
  ],
  [
    'frontend-only-contracts',
    'a client that reads the platform',
    {
      'frontend/src/app/a.ts': importing('../../../services/shared/platform/src/b.ts'),
      'services/shared/platform/src/b.ts': leaf,
    },
  ],
  [
    'feature-not-to-feature',
    'a feature that reads another',
    {
      'frontend/src/features/vault/a.ts': importing('../search/b.ts'),
      'frontend/src/features/search/b.ts': leaf,
    },
  ],
  [
    'below-not-to-features',
    'a component that knows a feature',
    {
      'frontend/src/components/a.ts': importing('../features/search/b.ts'),
      'frontend/src/features/search/b.ts': leaf,
    },
  ],
  [
    'features-not-to-app',
    'a feature that knows the app',
    {
      'frontend/src/features/search/a.ts': importing('../../app/b.ts'),
      'frontend/src/app/b.ts': leaf,
    },
  ],
  [
    'auth-downwards-only',
    'sessions that know how passwords are checked',
    {
      'services/auth/src/sessions/a.ts': importing('../credentials/b.ts'),
      'services/auth/src/credentials/b.ts': leaf,
    },
  ],
  [
    'auth-downwards-only',
    'the lowest folder that knows the highest, even for a type',
    {
      'services/auth/src/clients/a.ts': "import type { B } from '../registration/b.ts';\nexport type A = B;\n",
      'services/auth/src/registration/b.ts': 'export type B = string;\n',
    },
  ],
  [
    'auth-folders-have-a-place',
    'a folder of auth that the order does not name',
    {
      'services/auth/src/service.ts': importing('./elsewhere/b.ts'),
      'services/auth/src/elsewhere/b.ts': leaf,
    },
  ],
  [
    'gateway-not-to-services',
    'a gateway that reads a service',
    {
      'gateway/src/a.ts': importing('../../services/auth/src/b.ts'),
      'services/auth/src/b.ts': leaf,
    },
  ],
  [
    'bus-clients-in-adapters-only',
    'a service that talks to Kafka by itself',
    {
      'services/auth/src/a.ts': "import { Kafka } from 'kafkajs';\nexport const a = Kafka;\n",
    },
  ],
  [
    'products-not-to-tools',
    'a service that needs the simulator',
    {
      'services/catalog/src/a.ts': importing('../../../infra/fakes/simulator/src/b.ts'),
      'infra/fakes/simulator/src/b.ts': leaf,
    },
  ],
  [
    'tests-only-fakes',
    'a test of a service that starts the whole product',
    {
      'services/auth/test/a.ts': importing('../../../infra/local/src/b.ts'),
      'infra/local/src/b.ts': leaf,
    },
  ],
  [
    'rooms-downwards-only',
    'a launcher that needs what proves it',
    {
      'infra/local/src/a.ts': importing('../../checks/suite/src/b.ts'),
      'infra/checks/suite/src/b.ts': leaf,
    },
  ],
  [
    'fakes-stand-alone',
    'a simulator that reads the contracts',
    {
      'infra/fakes/simulator/src/a.ts': importing('../../../../services/shared/contracts/src/b.ts'),
      'services/shared/contracts/src/b.ts': leaf,
    },
  ],
  [
    'rooms-have-a-place',
    'a room that the order does not name',
    {
      'infra/checks/suite/src/a.ts': importing('../../../elsewhere/b.ts'),
      'infra/elsewhere/b.ts': leaf,
    },
  ],
  [
    'runs-without-tools',
    'a package that only tests are to need',
    {
      'services/auth/package.json': '{ "devDependencies": { "fflate": "*" } }',
      'services/auth/src/a.ts': importing('fflate'),
      'services/auth/test/b.ts': importing('fflate'),
    },
  ],
  ['not-to-unresolvable', 'an import that leads nowhere', { 'services/auth/src/a.ts': importing('./gone.ts') }],
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
  const cases = [...violations.map(([, , files]) => files), allowed];
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

test.each(violations.map(([rule, name, files], number) => ({ rule, name, files, number })))(
  '$rule reports $name',
  ({ rule, files, number }) => expect(brokenIn(files, number)).toEqual([rule]),
);

test('reports nothing for imports that the design allows', () => {
  expect(brokenIn(allowed, violations.length)).toEqual([]);
});
