import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '../tools');
const cache = join(import.meta.dirname, '../../../../node_modules/.cache/deployment-tools');

const packages = { render: './render', 'kube-score': 'github.com/zegl/kube-score/cmd/kube-score' } as const;

export type GoTool = keyof typeof packages;

/** Since 1.21 Go fetches the version that go.mod names by itself. */
const oldest = [1, 21] as const;

/** Whether a Go is there that can build the tools. */
export function hasGo(): boolean {
  const { stdout } = spawnSync('go', ['version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec(stdout ?? '') ?? []).slice(1).map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/**
 * Path of a tool, built when it is not there yet: from the modules that go.sum pins, in about half a minute.
 * @throws when it cannot be built
 */
export function goTool(name: GoTool): string {
  const version = createHash('sha256');
  for (const file of ['go.sum', 'render/main.go']) version.update(readFileSync(join(sources, file)));
  const folder = join(cache, version.digest('hex').slice(0, 16));
  const path = join(folder, name);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const options = ['-mod=readonly', '-trimpath', '-ldflags=-s -w'];
  execFileSync('go', ['build', ...options, '-o', path, packages[name]], {
    cwd: sources,
    env: { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'auto', GOFLAGS: '' },
  });
  return path;
}
