import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RunningProduct } from '@nightshelf/local/product/start-product.ts';
import { type ProcessName, type ServiceName, services } from '@nightshelf/local/product/topology.ts';
import { databaseUrl } from '@nightshelf/servers';
import pg from 'pg';

/** Longest that a process may take from its start until it serves, in milliseconds. */
const readyWithinMs = 30_000;

const isService = (name: string): name is ServiceName => services.some((service) => service === name);

const isProcess = (name: string, { processes }: RunningProduct): name is ProcessName =>
  [...processes.keys()].some((known) => known === name);

async function startProcess(name: ProcessName, product: RunningProduct): Promise<void> {
  const { child } = product.process(name);
  if (child.pid === undefined) child.start();
  if (!(await child.ready(readyWithinMs))) throw new Error(`${name} does not serve within ${readyWithinMs / 1000} s`);
}

async function query(service: ServiceName, sql: string, { postgres }: RunningProduct): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(postgres.adminUrl, service) });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** @returns what a request asks for, null when there is no such thing */
function deedOf(path: string, product: RunningProduct): ((body: string) => Promise<void>) | null {
  const [, kind, name = '', deed] = /^\/(processes|databases)\/([a-z]+)\/([a-z]+)$/.exec(path) ?? [];
  if (kind === 'databases') {
    return isService(name) && deed === 'query' ? (body) => query(name, body, product) : null;
  }
  if (!isProcess(name, product)) return null;
  if (deed === 'stop') return () => product.process(name).child.stop('SIGKILL');
  if (deed === 'restart') return () => product.process(name).child.restart();
  return deed === 'start' ? () => startProcess(name, product) : null;
}

export interface ControlServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Lets tests that see the product only from outside bring it into states that no user can: POST /processes/{name}/stop
 * ends a process at once, /start brings it back and waits until it serves, /restart does both without waiting; POST /databases/{service}/query runs the SQL in its body. Each answers
 * 204 when it is done, 404 when there is no such thing, 500 with the reason. On loopback, on a free port.
 */
export async function startControlServer(product: RunningProduct): Promise<ControlServer> {
  // One after another: a process that is told to start while it still restarts would be taken for one that never serves.
  let before: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const deed = request.method === 'POST' ? deedOf(request.url ?? '', product) : null;
    if (!deed) {
      response.writeHead(404).end();
      return;
    }
    const done = Promise.allSettled([before])
      .then(() => text(request))
      .then(deed);
    before = done;
    done.then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => close(server) };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
