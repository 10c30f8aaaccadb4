import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { goTool, hasGo } from '../src/go-tools.ts';
import { podOf, type Resource } from '../src/resource.ts';
import { cannotRender, find, overlay } from './support/overlays.ts';

const ignored: Readonly<Record<string, string>> = {
  'container-security-context-user-group-id': 'images name their own user; numbers below 10000 are as far from root',
  'container-image-pull-policy':
    'what a node has is of the wanted version or series, and starts while no registry answers',
  'deployment-has-host-podantiaffinity': 'topology spread constraints say it, for zones too',
  'statefulset-has-servicename': 'single pods, reached through an address that outlives them',
};
/** Pods that operators make are not in the manifests; the edges of every policy are compared in network.int.test.ts. */
const ofOperators = ['networkpolicy-targets-pod'];

/** A limit of CPU stalls a process while cores are idle; requests share what is scarce. */
const withoutCpuLimits = '--ignore-container-cpu-limit';

function lint(resources: readonly Resource[], more: readonly string[] = []): string[] {
  const tests = [...Object.keys(ignored), ...more].flatMap((name) => ['--ignore-test', name]);
  const { stdout, stderr } = spawnSync(
    goTool('kube-score'),
    ['score', '-', '--output-format', 'ci', '--kubernetes-version', 'v1.34', withoutCpuLimits, ...tests],
    { input: resources.map((resource) => JSON.stringify(resource)).join('\n---\n'), encoding: 'utf8' },
  );
  if (!stdout.includes('[OK]')) throw new Error(`kube-score did not run: ${stderr}`);
  return stdout.split('\n').filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line));
}

/** What small installations forgo: a second of each. */
const singles = ['deployment-replicas', 'horizontalpodautoscaler-replicas', 'pod-probes-identical'];

describe.skipIf(cannotRender || (!hasGo() && process.env.CI !== 'true'))('kube-score', () => {
  test('has nothing to say of production', () => {
    // How many gateways there are says a ScaledObject, which kube-score does not know.
    const ofKeda = /gateway.*few replicas/;
    expect(lint(overlay('production'), ofOperators).filter((line) => !ofKeda.test(line))).toEqual([]);
  }, 600_000);

  test('has nothing to say of the cluster on one machine but that it is small', () => {
    const ofKafka = /kafka.*writable root filesystem/;
    expect(lint(overlay('dev'), singles).filter((line) => !ofKafka.test(line))).toEqual([]);
  }, 600_000);

  test('has nothing to say of a small installation but that it is small', () => {
    expect(lint(overlay('standalone'), singles)).toEqual([]);
  }, 600_000);

  test('speaks of a planted fault', () => {
    const resources = overlay('production');
    const [app] = podOf(find(resources, 'Deployment', 'gateway')).containers;
    if (app) app.securityContext = {};
    expect(lint(resources).join('\n')).toMatch(/gateway.*writable root filesystem/);
  }, 600_000);
});
