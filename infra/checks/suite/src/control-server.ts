import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RunningProduct } from '@nightshelf/local/product/start-product.ts';
import { type ProcessName, type ServiceName, services } from '@nightshelf/local/product/topology.ts';
import { databaseUrl } from '@nightshelf/servers';
import pg from 'pg';

const readyTimeoutMs = 30_000;

const isService = (name: string): name is ServiceName => services.some((service) => service === name);

const isProcess = (name: string, { processes }: RunningProduct): name is ProcessName =>
  [...processes.keys()].some((known) => known === name);

async function startProcess(name: ProcessName, product: RunningProduct): Promise<void> {
  const { child } = product.process(name);
  if (child.pid === undefined) child.start();
  if (!(await child.ready(readyTimeoutMs))) throw new Error(`${name} was not ready within ${readyTimeoutMs / 1000} s`);
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

/** @returns the requested action, null when there is none */
function actionOf(path: string, product: RunningProduct): ((body: string) => Promise<void>) | null {
  const [, kind, name = '', action] = /^\/(processes|databases)\/([a-z]+)\/([a-z]+)$/.exec(path) ?? [];
  if (kind === 'databases') {
    return isService(name) && action === 'query' ? (body) => query(name, body, product) : null;
  }
  if (!isProcess(name, product)) return null;
  if (action === 'stop') return () => product.process(name).child.stop('SIGKILL');
  if (action === 'restart') return () => product.process(name).child.restart();
  return action === 'start' ? () => startProcess(name, product) : null;
}

export interface ControlServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Lets browser tests stop processes and change data: POST /processes/{name}/stop kills a process, /start starts it and
 * waits until it is ready, /restart does both without waiting; POST /databases/{service}/query runs the SQL in its body.
 * Returns 204, 404 for an unknown target, or 500 with the reason. Listens on a free loopback port.
 */
export async function startControlServer(product: RunningProduct): Promise<ControlServer> {
  // One request at a time: a start during a restart would time out.
  let before: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const action = request.method === 'POST' ? actionOf(request.url ?? '', product) : null;
    if (!action) {
      response.writeHead(404).end();
      return;
    }
    const done = Promise.allSettled([before])
      .then(() => text(request))
      .then(action);
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
