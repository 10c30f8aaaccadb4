/**
 * `npm run test:chart`: whether k8s/chart, rendered by Helm itself, is what overlays/standalone is, resource by resource. Not
 * part of `npm test`, since building Helm takes minutes where it is not there (ADR 48).
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { goTool } from '../go-tools.ts';
import { manifests, parseResources, renderText } from '../render.ts';
import { byKind, containersOf, mapped, type Resource, titleOf, withoutHashes } from '../resource.ts';
import { ManifestSchemas } from '../schemas/validate.ts';
import { checksum, isOfCharts } from './marked.ts';

const chart = join(manifests, 'chart');
const helm = spawnSync('helm', ['version']).status === 0 ? 'helm' : goTool('helm');
console.log(execFileSync(helm, ['lint', '--strict', chart], { encoding: 'utf8' }).trim());

const template = (...options: string[]) =>
  parseResources(
    execFileSync(helm, ['template', 'nightshelf', chart, ...options], { encoding: 'utf8', maxBuffer: 1 << 26 }),
  );

const inOrder = (resources: readonly Resource[]) =>
  resources.toSorted((one, other) => titleOf(one).localeCompare(titleOf(other)));

const checksums = (resources: readonly Resource[]) =>
  byKind(resources, 'Deployment').map(({ spec }) => spec?.template?.metadata?.annotations?.[checksum]);

/** Without what only a chart has. */
const compared = (resource: Resource): Resource =>
  mapped(resource, (part, key) => (key === 'annotations' && checksum in (part as object) ? undefined : part));

const asJson = (resources: readonly Resource[]) => JSON.parse(JSON.stringify(inOrder(resources))) as unknown;

const defaults = template('--namespace', 'nightshelf');
const overlay = parseResources(renderText('overlays/standalone')).filter(isOfCharts).map(withoutHashes);
assert.deepEqual(asJson(defaults.map(compared)), asJson(overlay));
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
const schemas = new ManifestSchemas();
assert.deepEqual(
  changed.flatMap((resource) => schemas.faultsOf(resource)),
  [],
);
assert.deepEqual(new Set(changed.map(({ metadata }) => metadata.namespace)), new Set(['elsewhere']));
assert.deepEqual(new Set(byKind(changed, 'Deployment').map(({ spec }) => spec?.replicas)), new Set([2]));
for (const { image } of changed.flatMap(containersOf)) {
  assert.match(image, /^(registry\.example:5000\/games\/nightshelf\/\w+:0\.2\.0|(postgres|redis):\d+-bookworm)$/);
}
assert.equal(new Set([...checksums(defaults), ...checksums(changed)]).size, 2);
const text = JSON.stringify(changed);
assert.doesNotMatch(text, /nightshelf\.example"|"name":"redis","key"|0\.1\.0/);
for (const value of ['games.example', 'igdb', '40Gi', 'another-redis']) assert.ok(text.includes(`"${value}"`), value);
console.log(`With other values: ${Object.keys(values).join(', ')} arrive, and every resource is as its API has it`);
