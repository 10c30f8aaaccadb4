import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Link {
  readonly caller: Socket;
  readonly callee: Socket;
  dead: boolean;
}

/** A port that passes connections on, and is able to fail them as networks do. */
export class Wire {
  readonly #server: Server;
  readonly #target: () => number | undefined;
  readonly #links = new Set<Link>();

  private constructor(target: () => number | undefined) {
    this.#target = target;
    this.#server = createServer((caller) => this.#connect(caller));
  }

  /** @param target port that a new connection goes to; it is closed at once when there is none */
  static async start(target: () => number | undefined): Promise<Wire> {
    const wire = new Wire(target);
    await new Promise<void>((resolve) => {
      wire.#server.listen(0, '127.0.0.1', resolve);
    });
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /**
   * From now on nothing that existing connections send arrives, in either direction, and neither side hears that the
   * other is gone: as when a host is lost or a firewall forgets. New connections work.
   * @param share of the connections, 0 to 1
   * @returns resets them
   */
  deaden(share: number): () => void {
    const dead = this.#some(share);
    for (const link of dead) {
      link.dead = true;
      for (const [from, to] of [
        [link.caller, link.callee],
        [link.callee, link.caller],
      ] as const) {
        from.unpipe(to);
        from.resume();
      }
    }
    return () => reset(dead);
  }

  /** Existing connections break with an error on both sides. @param share of them, 0 to 1 */
  reset(share = 1): void {
    reset(this.#some(share));
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => {
      this.#server.close(resolve);
    });
    reset([...this.#links]);
    await closed;
  }

  #some(share: number): Link[] {
    // Which ones is chance: their number and order differ from run to run anyway.
    return [...this.#links].filter(({ dead }) => !dead && Math.random() < share);
  }

  #connect(caller: Socket): void {
    const port = this.#target();
    if (port === undefined) {
      caller.on('error', () => undefined).destroy();
      return;
    }
    const callee = connect({ port, host: '127.0.0.1', noDelay: true });
    caller.setNoDelay(true);
    const link: Link = { caller, callee, dead: false };
    this.#links.add(link);
    caller.pipe(callee).pipe(caller);
    const gone = () => {
      if (caller.destroyed && callee.destroyed) this.#links.delete(link);
    };
    // An end on one side ends the other; what was cut off is cut off there too. On a dead link nobody hears of it.
    caller.on('error', () => link.dead || callee.destroy());
    caller.once('close', () => {
      if (!link.dead) callee.destroy();
      gone();
    });
    callee.on('error', () => link.dead || caller.destroy());
    callee.once('close', () => {
      if (!link.dead) caller.end();
      gone();
    });
  }
}

function reset(links: readonly Link[]): void {
  for (const { caller, callee } of links) {
    for (const socket of [caller, callee]) {
      if (!socket.destroyed) socket.resetAndDestroy();
    }
  }
}
