import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@nightshelf/servers/process/kept.ts';
import { Redis } from 'ioredis';

const instances = 2;

if (cluster.isPrimary) await oversee();
else serve();

async function oversee(): Promise<void> {
  // The kernel distributes connections, so a killed worker takes only its own along.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const env = { PORT: String(await freePort()) };
  const listening = new Set<Worker>();
  let killsAsked = 0;
  const killOne = () => {
    if (listening.size < instances || killsAsked === 0) return;
    killsAsked -= 1;
    const [first] = listening;
    if (!first) return;
    listening.delete(first);
    first.process.kill('SIGKILL');
  };
  cluster.on('listening', (worker) => {
    listening.add(worker);
    if (listening.size === instances) process.send?.({ port: Number(env.PORT) });
    killOne();
  });
  cluster.on('exit', () => {
    if (process.connected) cluster.fork(env);
  });
  process.on('message', () => {
    killsAsked += 1;
    killOne();
  });
  process.once('disconnect', () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
    process.exit(0);
  });
  for (let at = 0; at < instances; at += 1) cluster.fork(env);
}

/** Stores a change with its key atomically, and responds whether it was the first of that key. */
function serve(): void {
  const redis = new Redis(process.env.REDIS_URL ?? '');
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const key = String(request.headers['idempotency-key']);
    await redis.rpush(`sent:${key}`, JSON.stringify({ body, timeout: request.headers['x-request-timeout-ms'] }));
    // Breaks the connection the first time, but still does the work.
    if (request.headers['x-break'] && (await redis.llen(`sent:${key}`)) === 1) request.socket.resetAndDestroy();
    await delay(10);
    const isFirst = (await redis.hsetnx('done', key, body)) === 1;
    await delay(10);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ isFirst }));
  });
  server.keepAliveTimeout = 65_000;
  server.listen(Number(process.env.PORT), '127.0.0.1');
}
