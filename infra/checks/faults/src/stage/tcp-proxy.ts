import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Link {
  readonly client: Socket;
  readonly upstream: Socket;
  isCut: boolean;
}

/** A port that forwards TCP connections and can cut or reset them. */
export class TcpProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();

  /** @param target returns the port for a new connection; undefined refuses the connection */
  constructor(target: () => number | undefined) {
    this.#server = createServer((client) => this.#connect(client, target()));
  }

  async listen(): Promise<this> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /**
   * Drops all data of existing connections without closing them, like a lost host or a firewall that forgot them. New
   * connections work.
   * @param fraction of the connections, 0 to 1
   * @returns a function that resets the cut connections
   */
  cut(fraction: number): () => void {
    const links = this.#some(fraction);
    for (const link of links) {
      link.isCut = true;
      for (const [from, to] of [
        [link.client, link.upstream],
        [link.upstream, link.client],
      ] as const) {
        from.unpipe(to);
        from.resume();
      }
    }
    return () => reset(links);
  }

  /** Resets existing connections on both sides. @param fraction of them, 0 to 1 */
  reset(fraction = 1): void {
    reset(this.#some(fraction));
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    reset([...this.#links]);
    await closed;
  }

  #some(fraction: number): Link[] {
    return [...this.#links].filter(({ isCut }) => !isCut && Math.random() < fraction);
  }

  #connect(client: Socket, port: number | undefined): void {
    if (port === undefined) {
      client.on('error', () => undefined).destroy();
      return;
    }
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    const link: Link = { client, upstream, isCut: false };
    this.#links.add(link);
    client.pipe(upstream).pipe(client);
    const forget = () => {
      if (client.destroyed && upstream.destroyed) this.#links.delete(link);
    };
    // The end of one side ends the other, except on a cut connection.
    client.on('error', () => link.isCut || upstream.destroy());
    client.once('close', () => {
      if (!link.isCut) upstream.destroy();
      forget();
    });
    upstream.on('error', () => link.isCut || client.destroy());
    upstream.once('close', () => {
      if (!link.isCut) client.end();
      forget();
    });
  }
}

function reset(links: readonly Link[]): void {
  for (const { client, upstream } of links) {
    for (const socket of [client, upstream]) if (!socket.destroyed) socket.resetAndDestroy();
  }
}
