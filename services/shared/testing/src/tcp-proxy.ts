import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Target {
  /** The loopback interface by default. */
  readonly host?: string;
  readonly port: number;
}

interface Link {
  readonly client: Socket;
  readonly upstream: Socket;
  isCut: boolean;
}

/** A port that forwards TCP connections and can cut or reset them. */
export class TcpProxy {
  /** Whether new connections are accepted and never get a response. */
  swallowsNew = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #links = new Set<Link>();

  /** @param target returns the address for a new connection; undefined refuses the connection */
  constructor(target: () => Target | undefined) {
    this.#server = createServer((client) => this.#connect(this.#keep(client), target));
  }

  async listen(): Promise<this> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The number of connections that are not cut. */
  get passing(): number {
    return [...this.#links].filter(({ isCut }) => !isCut).length;
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
      const { client, upstream } = link;
      link.isCut = true;
      client.unpipe(upstream).resume();
      upstream.unpipe(client).resume();
    }
    return () => reset(links.flatMap(socketsOf));
  }

  /** Resets existing connections on both sides. @param fraction of them, 0 to 1 */
  reset(fraction: number): void {
    reset(this.#some(fraction).flatMap(socketsOf));
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #some(fraction: number): Link[] {
    return [...this.#links].filter(({ isCut }) => !isCut && Math.random() < fraction);
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    return socket.once('close', () => this.#sockets.delete(socket));
  }

  #connect(client: Socket, target: () => Target | undefined): void {
    if (this.swallowsNew) {
      client.resume();
      return;
    }
    const address = target();
    if (!address) {
      client.destroy();
      return;
    }
    const { host = '127.0.0.1', port } = address;
    const upstream = this.#keep(connect(port, host));
    const link: Link = { client, upstream, isCut: false };
    this.#links.add(link);
    client.pipe(upstream).pipe(client);
    // The end of one side ends the other, except on a cut connection: neither learns that the other has gone.
    client.once('close', () => {
      if (!link.isCut) upstream.destroy();
      this.#links.delete(link);
    });
    upstream.once('close', (hasFailed) => {
      if (hasFailed && !link.isCut) client.destroy();
      else if (!link.isCut) client.end();
      this.#links.delete(link);
    });
  }
}

const socketsOf = ({ client, upstream }: Link) => [client, upstream];

function reset(sockets: readonly Socket[]): void {
  for (const socket of sockets) if (!socket.destroyed) socket.resetAndDestroy();
}
