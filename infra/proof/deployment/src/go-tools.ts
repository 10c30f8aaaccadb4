import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '../tools');
const cache = join(import.meta.dirname, '../../../../node_modules/.cache/deployment-tools');

/** Where a tool is built, of what, and which files there say whether it is another than before. */
const tools = {
  render: { module: '.', package: './render', pinned: ['go.sum', 'render/main.go'] },
  'kube-score': {
    module: '.',
    package: 'github.com/zegl/kube-score/cmd/kube-score',
    pinned: ['go.sum', 'render/main.go'],
  },
  // Of a module of its own, since it stands on another Kubernetes; only `npm run test:chart` needs it.
  helm: { module: 'helm', package: 'helm.sh/helm/v4/cmd/helm', pinned: ['go.sum'] },
} as const;

export type GoTool = keyof typeof tools;

/** Since 1.21 Go fetches the version that go.mod names by itself. */
const oldest = [1, 21] as const;

/** Whether a Go is there that can build the tools. */
export function hasGo(): boolean {
  const { stdout } = spawnSync('go', ['version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec(stdout ?? '') ?? []).slice(1).map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/**
 * Path of a tool, built when it is not there yet: from the modules that go.sum pins, in about half a minute (helm: three).
 * @throws when it cannot be built
 */
export function goTool(name: GoTool): string {
  const tool = tools[name];
  const folderOfModule = join(sources, tool.module);
  const version = createHash('sha256');
  for (const file of tool.pinned) version.update(readFileSync(join(folderOfModule, file)));
  const folder = join(cache, version.digest('hex').slice(0, 16));
  const path = join(folder, name);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const options = ['-mod=readonly', '-trimpath', '-ldflags=-s -w'];
  execFileSync('go', ['build', ...options, '-o', path, tool.package], {
    cwd: folderOfModule,
    env: { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'auto', GOFLAGS: '' },
  });
  return path;
}
