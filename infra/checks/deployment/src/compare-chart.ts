/**
 * `npm run test:chart`: lints k8s/chart with Helm, and compares its output with overlays/standalone. Not part of `npm
 * test`, because building Helm takes minutes (k8s/README.md).
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checksum, isOfCharts } from './chart.ts';
import { byKind, containersOf, mapped, type Resource, titleOf, withoutHashes } from './resource.ts';
import { goTool, manifests, parseResources, render, schemaFaults } from './tools.ts';

const chart = join(manifests, 'chart');
const helm = spawnSync('helm', ['version']).status === 0 ? 'helm' : goTool('helm');
console.log(execFileSync(helm, ['lint', '--strict', chart], { encoding: 'utf8' }).trim());

const template = (...options: string[]) =>
  parseResources(
    execFileSync(helm, ['template', 'nightshelf', chart, ...options], { encoding: 'utf8', maxBuffer: 1 << 26 }),
  );

/** In one order, without the annotation that only a chart has. */
const comparable = (resources: readonly Resource[]): unknown =>
  JSON.parse(
    JSON.stringify(
      resources
        .toSorted((one, other) => titleOf(one).localeCompare(titleOf(other)))
        .map((resource) =>
          mapped(resource, (part, key) => (key === 'annotations' && checksum in (part as object) ? undefined : part)),
        ),
    ),
  );

const defaults = template('--namespace', 'nightshelf');
const overlay = render('overlays/standalone').filter(isOfCharts).map(withoutHashes);
assert.deepEqual(comparable(defaults), comparable(overlay));
console.log(`By default: the ${overlay.length} resources of overlays/standalone`);

const values = {
  'image.registry': 'registry.example:5000/games',
  'image.tag': '0.2.0',
  replicas: '2',
  host: 'games.example',
  publicOrigin: 'https://games.example',
  provider: 'igdb',
  postgresStorage: '40Gi',
  'existingSecrets.redis': 'another-redis',
};
const settings = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
const changed = template('--namespace', 'elsewhere', ...settings);
assert.deepEqual(schemaFaults(changed), []);
assert.deepEqual(new Set(changed.map(({ metadata }) => metadata.namespace)), new Set(['elsewhere']));
assert.deepEqual(new Set(byKind(changed, 'Deployment').map(({ spec }) => spec?.replicas)), new Set([2]));
for (const { image } of changed.flatMap(containersOf)) {
  assert.match(image, /^(registry\.example:5000\/games\/nightshelf\/\w+:0\.2\.0|(postgres|redis):\d+-bookworm)$/);
}
const text = JSON.stringify(changed);
assert.doesNotMatch(text, /nightshelf\.example"|"name":"redis","key"|0\.1\.0/);
for (const value of ['games.example', 'igdb', '40Gi', 'another-redis']) assert.ok(text.includes(`"${value}"`), value);
console.log(`With other values: ${Object.keys(values).join(', ')} arrive, and every resource matches its schema`);
