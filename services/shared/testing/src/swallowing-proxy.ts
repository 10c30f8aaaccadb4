import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { closeAfterTests } from './close-after-tests.ts';

export interface SwallowingProxy {
  readonly url: string;
  readonly port: number;
  passing(): number;
  /**
   * From now on open connections accept data and never respond, as after the loss of a host or a failover. New
   * connections work.
   */
  swallow(): void;
  /** From now on new connections do not get a response either; `false` ends that. */
  swallowNew(on: boolean): void;
  /** Called after the tests at the latest. */
  close(): Promise<void>;
}

/**
 * Starts a TCP proxy that can lose connections without notice to either side.
 * @param target the server's address, or its port on this machine, read for each connection
 */
export async function startSwallowingProxy(target: string | (() => number)): Promise<SwallowingProxy> {
  const url = new URL(typeof target === 'string' ? target : 'tcp://127.0.0.1');
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  /** The connections that work, from client to server. */
  const pairs = new Map<Socket, Socket>();
  let swallowsNew = false;
  const server = createServer((client) => {
    keep(client);
    if (swallowsNew) {
      client.resume();
      return;
    }
    const upstream = keep(connect(typeof target === 'string' ? Number(port) : target(), hostname));
    pairs.set(client, upstream);
    client.pipe(upstream);
    upstream.pipe(client);
    client.on('close', () => {
      // A server does not learn that a lost connection has ended.
      if (pairs.delete(client)) upstream.destroy();
    });
    upstream.on('close', () => {
      if (pairs.delete(client)) client.destroy();
    });
  });

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    return socket;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  url.hostname = '127.0.0.1';
  url.port = String(own);
  return {
    url: url.href,
    port: own,
    passing: () => pairs.size,
    swallow: () => {
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
        client.resume();
        upstream.resume();
      }
      pairs.clear();
    },
    swallowNew: (on) => {
      swallowsNew = on;
    },
    close: closeAfterTests(async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    }),
  };
}
