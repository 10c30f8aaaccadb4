import { join } from 'node:path';
import type { Environments } from '../data-dir/kept-files.ts';
import { Child } from '../supervisor/child.ts';
import type { Addresses } from './environments.ts';
import { entryOf, isFake, type ProcessName } from './topology.ts';

/** Variables that a child process inherits; it sees nothing else of this process's environment. */
const passedOn = /^(PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|OTEL_\w+)$/;

/**
 * Returns the complete environment of one of the product's Node processes.
 * @param root folder of the checkout, which caches compiled code for a faster next start
 */
export function childEnvironment(root: string, own: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => passedOn.test(entry[0]) && entry[1] !== undefined,
  );
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    ...own,
  };
}

export interface ProcessesOptions {
  readonly root: string;
  readonly environments: Environments;
  readonly ports: Addresses['ports'];
  /** Milliseconds between liveness checks; 0 disables them. */
  readonly livenessMs: number;
  readonly onLine: (name: string, line: string) => void;
  readonly onWrongSettings: (name: string, output: string) => void;
}

/** A process of the product and its addresses. */
export interface ProductProcess {
  readonly child: Child;
  readonly url: string;
  /** Serves /healthz, /readyz and /metrics; a fake serves only /healthz. */
  readonly operationsUrl: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Together with the servers' ten seconds, a stop stays below half a minute. */
const stopWithinMs = (name: ProcessName) => (name === 'gateway' ? 5000 : isFake(name) ? 3000 : 9000);

/**
 * The flags that the images use. A young generation of the default size grows while modules load and never shrinks:
 * about 25 MB per process, and more in a gateway with thousands of streams.
 */
export const memoryFlags = ['--max-semi-space-size=4'];

/** Prepares the processes that have an environment, without starting them. */
export function prepareProcesses(options: ProcessesOptions): Map<ProcessName, ProductProcess> {
  const names = Object.keys(options.environments) as ProcessName[];
  return new Map(names.map((name) => [name, prepare(name, options)]));
}

function prepare(name: ProcessName, options: ProcessesOptions): ProductProcess {
  const { root, environments, ports, livenessMs, onLine, onWrongSettings } = options;
  const env = environments[name] ?? {};
  const url = `http://127.0.0.1:${ports[name].http}`;
  const operationsUrl = isFake(name) ? url : `http://127.0.0.1:${ports[name].operations}`;
  const child = new Child({
    name,
    cwd: root,
    args: [...memoryFlags, entryOf(name)],
    env: childEnvironment(root, env),
    readyUrl: `${operationsUrl}${isFake(name) ? '/healthz' : '/readyz'}`,
    ...(livenessMs > 0 ? { watching: { url: `${operationsUrl}/healthz`, everyMs: livenessMs } } : {}),
    stopWithinMs: stopWithinMs(name),
    onLine: (line) => onLine(name, line),
    onWrongSettings: (output) => onWrongSettings(name, output),
  });
  return { child, url, operationsUrl, env };
}
