import { connect, type Socket } from 'node:net';

/** Streams that are opened at the same time. */
const atOnce = 100;

/** Connections from one address of this machine: fewer than it has ports. */
const perAddress = 5000;

export interface Watcher {
  /** When each hint of the kind arrived, by `performance.now()`, in order. */
  readonly arrivals: readonly number[];
  close(): void;
}

interface Wanted {
  readonly url: string;
  /** Of each stream, in turns. */
  readonly cookies: readonly string[];
  /** Query of the stream of this number. */
  readonly query: (at: number) => string;
  readonly count: number;
  /** The hints that are to be noted. */
  readonly event: string;
}

/** Opens many streams on bare sockets, so that the gateway is what the machine is busy with. @throws when one is refused */
export async function openWatchers({ url, cookies, query, count, event }: Wanted): Promise<Watcher[]> {
  const watchers: Watcher[] = [];
  while (watchers.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - watchers.length) }, (_, index) => {
      const at = watchers.length + index;
      return openWatcher(url, cookies[at % cookies.length] ?? '', query(at), event, addressOf(at));
    });
    watchers.push(...(await Promise.all(some)));
  }
  return watchers;
}

const addressOf = (at: number) => `127.0.1.${1 + Math.floor(at / perAddress)}`;

function openWatcher(url: string, cookie: string, query: string, event: string, from: string): Promise<Watcher> {
  const { hostname, port } = new URL(url);
  const arrivals: number[] = [];
  const line = `event: ${event}\n`;
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: hostname, port: Number(port), localAddress: from });
    let rest = '';
    let isGreeted = false;
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`A stream was not opened, or has ended: ${rest}`)));
    socket.on('data', (chunk: string) => {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop() ?? '';
      for (const one of events) {
        if (one.includes(line)) arrivals.push(performance.now());
        else if (!isGreeted && one.includes('event: hello')) {
          isGreeted = true;
          resolve({ arrivals, close: () => socket.destroy() });
        }
      }
    });
    socket.write(`GET /api/live${query} HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\n\r\n`);
  });
}
