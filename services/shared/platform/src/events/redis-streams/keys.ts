/** Names of everything that the bus keeps in Redis. */
export class Keys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Hash: topic to its settings as JSON. */
  get topics(): string {
    return `${this.#prefix}topics`;
  }

  stream(topic: string, partition: number): string {
    return `${this.#prefix}stream:${topic}:${partition}`;
  }

  /** Hash: live consumers of a group with the number and time of their last sign of life. */
  members(group: string, topic: string): string {
    return `${this.#prefix}signs:${group}:${topic}`;
  }

  /** Token of the consumer that reads the partition on behalf of the group. */
  lease(group: string, topic: string, partition: number): string {
    return `${this.#prefix}lease:${group}:${topic}:${partition}`;
  }
}
