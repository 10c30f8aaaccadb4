import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Spreads connections over the instances that are ready, as a Service of Kubernetes does: connections, not requests, and
 * those that exist stay where they are when an instance is taken out.
 */
export class Balancer {
  readonly #server: Server;
  readonly #ready: number[] = [];
  readonly #callers = new Set<Socket>();
  #turn = 0;

  private constructor() {
    this.#server = createServer((caller) => this.#connect(caller));
  }

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    await new Promise<void>((resolve) => {
      balancer.#server.listen(0, '127.0.0.1', resolve);
    });
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(port: number): void {
    this.#ready.push(port);
  }

  remove(port: number): void {
    this.#ready.splice(this.#ready.indexOf(port), 1);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => {
      this.#server.close(resolve);
    });
    for (const caller of this.#callers) caller.destroy();
    await closed;
  }

  #connect(caller: Socket): void {
    this.#turn += 1;
    const port = this.#ready[this.#turn % this.#ready.length];
    if (port === undefined) {
      caller.destroy();
      return;
    }
    const instance = connect(port, '127.0.0.1');
    this.#callers.add(caller);
    caller.once('close', () => this.#callers.delete(caller));
    caller.pipe(instance).pipe(caller);
    // An end on one side ends the other; what was cut off is cut off there too.
    caller.once('error', () => instance.destroy()).once('close', () => instance.destroy());
    instance.once('error', () => caller.destroy()).once('close', () => caller.end());
  }
}
