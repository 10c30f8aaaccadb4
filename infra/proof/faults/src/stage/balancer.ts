import { Wire } from './wire.ts';

/**
 * Spreads connections over the instances that are ready, as a Service of Kubernetes does: connections, not requests, and
 * those that exist stay where they are when an instance is taken out.
 */
export class Balancer {
  readonly #ready: number[];
  readonly wire: Wire;

  private constructor(wire: Wire, ready: number[]) {
    this.wire = wire;
    this.#ready = ready;
  }

  static async start(): Promise<Balancer> {
    const ready: number[] = [];
    let turn = 0;
    const wire = await Wire.start(() => {
      turn += 1;
      return ready[turn % ready.length];
    });
    return new Balancer(wire, ready);
  }

  get url(): string {
    return `http://127.0.0.1:${this.wire.port}`;
  }

  add(port: number): void {
    if (!this.#ready.includes(port)) this.#ready.push(port);
  }

  remove(port: number): void {
    if (this.#ready.includes(port)) this.#ready.splice(this.#ready.indexOf(port), 1);
  }

  stop(): Promise<void> {
    return this.wire.stop();
  }
}
