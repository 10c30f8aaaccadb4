import { join } from 'node:path';
import type { Environments } from '../data-dir/kept-files.ts';
import { Child, type ChildOptions } from '../supervisor/child.ts';
import type { Addresses } from './environments.ts';
import { entryOf, isFake, type ProcessName, type ServiceName, services } from './topology.ts';

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
  readonly ports: Addresses['ports'];
  /** Milliseconds between liveness checks; 0 disables them. */
  readonly livenessMs: number;
  readonly onLine: (name: string, line: string) => void;
  readonly onFailure: ChildOptions['onFailure'];
  readonly mayRestart: ChildOptions['mayRestart'];
}

/** A process of the product and its addresses; services may share one. */
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

/** The addresses of a process. */
export function addressesOf(name: ProcessName, ports: Addresses['ports']) {
  const url = `http://127.0.0.1:${ports[name].http}`;
  return { url, operationsUrl: isFake(name) ? url : `http://127.0.0.1:${ports[name].operations}` };
}

/**
 * Prepares the processes of the services without starting them: one for all, or one for each. They load their code when
 * they start, and serve once their environments are known.
 */
export function prepareServices(
  environments: Promise<Environments>,
  together: boolean,
  options: ProcessesOptions,
): Map<ProcessName, Child> {
  const groups: readonly (readonly ServiceName[])[] = together ? [services] : services.map((name) => [name]);
  return new Map(
    groups.flatMap((names) => {
      const entry = join(options.root, 'infra/local/src/product/services-process.ts');
      // Migrations run at the start of the product only, so that a restart does not wait for a database.
      const message = async () => ({ environments: await environments, migrate: !options.mayRestart() });
      // Services that share a process also share its threads, for passwords and files.
      const env: Record<string, string> = together ? { UV_THREADPOOL_SIZE: '8' } : {};
      const child = prepare(names, { args: [entry, ...names], message, env }, options);
      return names.map((name) => [name, child] as const);
    }),
  );
}

/** Prepares the gateway or a fake without starting it. */
export const prepareProcess = (name: ProcessName, env: Readonly<Record<string, string>>, options: ProcessesOptions) =>
  prepare([name], { args: [entryOf(name)], env }, options);

function prepare(
  names: readonly ProcessName[],
  { args, env, message }: Pick<ChildOptions, 'args' | 'env' | 'message'>,
  { root, ports, livenessMs, onLine, onFailure, mayRestart }: ProcessesOptions,
): Child {
  const [first = 'gateway'] = names;
  const name = names.length > 1 ? 'services' : first;
  const urls = (path: string) => names.map((one) => `${addressesOf(one, ports).operationsUrl}${path}`);
  return new Child({
    name,
    cwd: root,
    args: [...memoryFlags, ...args],
    env: childEnvironment(root, { EXIT_WITH_PARENT: '1', ...env }),
    ...(message ? { message } : {}),
    readyUrls: urls(isFake(first) ? '/healthz' : '/readyz'),
    ...(livenessMs > 0 ? { watching: { urls: urls('/healthz'), everyMs: livenessMs } } : {}),
    stopWithinMs: stopWithinMs(first),
    onLine: (line) => onLine(name, line),
    onFailure,
    mayRestart,
  });
}
