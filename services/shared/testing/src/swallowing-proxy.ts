import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SwallowingProxy {
  /** The server's address with the proxy in its place. */
  readonly url: string;
  /** Returns the number of connections that work. */
  passing(): number;
  /**
   * From now on open connections accept data and never respond, as after the loss of a host or a failover. New
   * connections work.
   */
  swallow(): void;
  /** From now on new connections do not get a response either; `false` ends that. */
  swallowNew(on: boolean): void;
  close(): Promise<void>;
}

/** Starts a TCP proxy that can lose connections without notice to either side. */
export async function startSwallowingProxy(target: string): Promise<SwallowingProxy> {
  const url = new URL(target);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const passing = new Set<Socket>();
  let swallowsNew = false;
  const server = createServer((client) => {
    keep(client);
    if (swallowsNew) {
      client.resume();
      return;
    }
    const upstream = keep(connect(Number(port), hostname));
    passing.add(client);
    client.pipe(upstream);
    upstream.pipe(client);
    client.on('close', () => {
      // A server does not learn that a lost connection has ended.
      if (passing.delete(client)) upstream.destroy();
    });
    upstream.on('close', () => {
      if (passing.delete(client)) client.destroy();
    });
    lose.set(client, () => {
      client.unpipe(upstream);
      upstream.unpipe(client);
      client.resume();
      upstream.resume();
    });
  });
  const lose = new WeakMap<Socket, () => void>();

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    return socket;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    passing: () => passing.size,
    swallow: () => {
      for (const client of passing) lose.get(client)?.();
      passing.clear();
    },
    swallowNew: (on) => {
      swallowsNew = on;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
