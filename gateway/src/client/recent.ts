/** A map whose entries expire. It has no size limit; its users must bound it. */
export class Recent<Value> {
  readonly #lifetimeMs: number;
  /** In order of expiry. */
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  get size(): number {
    this.#forgetEnded();
    return this.#entries.size;
  }

  get(name: string): Value | undefined {
    this.#forgetEnded();
    return this.#entries.get(name)?.value;
  }

  set(name: string, value: Value): void {
    this.#forgetEnded();
    this.#entries.delete(name);
    this.#entries.set(name, { value, until: performance.now() + this.#lifetimeMs });
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }

  #forgetEnded(): void {
    const now = performance.now();
    for (const [name, { until }] of this.#entries) {
      if (until > now) return;
      this.#entries.delete(name);
    }
  }
}
