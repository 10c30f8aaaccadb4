import { freePort, type ProcessName, type RunningProduct } from '@nightshelf/local';
import { childEnvironment } from '@nightshelf/local/product/child-environment.ts';
import { entryOf, services } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { Child } from '@nightshelf/local/supervisor/child.ts';
import { Balancer } from './balancer.ts';

interface Instance {
  readonly child: Child;
  readonly port: number;
}

const startWithinMs = 60_000;

/** Instances of one process of the product behind an address of their own. */
class Replicas {
  readonly #balancer: Balancer;
  readonly #instances: readonly Instance[];

  constructor(balancer: Balancer, instances: readonly Instance[]) {
    this.#balancer = balancer;
    this.#instances = instances;
  }

  /** Starts all of them and sends them connections. @throws when one does not become ready */
  async start(): Promise<void> {
    await Promise.all(this.#instances.map((instance) => this.#startOne(instance)));
  }

  /** Replaces one after the other: takes it out, stops it in good order, waits for its successor. */
  async restartInTurn(): Promise<void> {
    for (const instance of this.#instances) {
      this.#balancer.remove(instance.port);
      await instance.child.stop();
      await this.#startOne(instance);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#instances.map(({ child }) => child.stop()));
    await this.#balancer.stop();
  }

  async #startOne({ child, port }: Instance): Promise<void> {
    child.start();
    if (!(await child.ready(startWithinMs))) throw new Error(`${child.name} did not become ready`);
    this.#balancer.add(port);
  }
}

export interface ReplicatedProduct {
  /** Address of the gateways. */
  readonly url: string;
  readonly replicas: ReadonlyMap<ProcessName, Replicas>;
  stop(): Promise<void>;
}

/** `count` instances of every service and of the gateway, beside a running product and on its servers and settings. */
export async function replicate(product: RunningProduct, count: number): Promise<ReplicatedProduct> {
  const replicas = new Map<ProcessName, Replicas>();
  const addresses: Record<string, string> = {};
  const stop = async () => {
    await Promise.all([...replicas.values()].map((each) => each.stop()));
  };
  for (const name of [...services, 'gateway'] as const) {
    const balancer = await Balancer.start();
    // Long enough that no caller still holds a connection that it has not used meanwhile.
    const env = { ...product.process(name).env, LINGER_SECONDS: '5', ...(name === 'gateway' ? addresses : {}) };
    const instances = await Promise.all(Array.from({ length: count }, () => prepare(name, env)));
    const each = new Replicas(balancer, instances);
    replicas.set(name, each);
    addresses[`${name.toUpperCase()}_URL`] = balancer.url;
    await each.start().catch(async (error: unknown) => {
      await stop();
      throw error;
    });
  }
  return { url: addresses.GATEWAY_URL ?? '', replicas, stop };
}

async function prepare(name: ProcessName, env: Readonly<Record<string, string>>): Promise<Instance> {
  const [port, operations] = [await freePort(), await freePort()];
  const child = new Child({
    name,
    cwd: checkoutRoot,
    args: [entryOf(name)],
    env: childEnvironment(checkoutRoot, { ...env, PORT: String(port), OPERATIONS_PORT: String(operations) }),
    readyUrl: `http://127.0.0.1:${operations}/readyz`,
    stopWithinMs: 30_000,
    onLine: (line) => process.stderr.write(`${name} ${line}\n`),
    onWrongSettings: (said) => process.stderr.write(`${name} ${said}\n`),
  });
  return { child, port };
}
