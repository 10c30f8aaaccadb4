import { connect, type Socket } from 'node:net';

/** Streams that are opened at the same time. */
const atOnce = 100;

/** Connections from one address of this machine: fewer than it has ports. */
const perAddress = 5000;

export interface Watcher {
  close(): void;
}

interface Wanted {
  readonly url: string;
  /** Of each stream, in turns. */
  readonly cookies: readonly string[];
  /** Query of the stream of this number. */
  readonly query: (at: number) => string;
  readonly count: number;
  /** The hints that are of concern. */
  readonly event: string;
  /** Called with the number of the stream over which such a hint has arrived. */
  readonly onEvent: (at: number) => void;
}

/** Opens many streams on bare sockets, so that the gateway is what the machine is busy with. @throws when one is refused */
export async function openWatchers({ url, cookies, query, count, event, onEvent }: Wanted): Promise<Watcher[]> {
  const watchers: Watcher[] = [];
  while (watchers.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - watchers.length) }, (_, index) => {
      const at = watchers.length + index;
      const onHint = () => onEvent(at);
      return openWatcher({
        url,
        cookie: cookies[at % cookies.length] ?? '',
        query: query(at),
        event,
        onHint,
        from: addressOf(at),
      });
    });
    watchers.push(...(await Promise.all(some)));
  }
  return watchers;
}

const addressOf = (at: number) => `127.0.1.${1 + Math.floor(at / perAddress)}`;

interface One {
  readonly url: string;
  readonly cookie: string;
  readonly query: string;
  readonly event: string;
  readonly onHint: () => void;
  /** Address of this machine that the connection comes from. */
  readonly from: string;
}

function openWatcher({ url, cookie, query, event, onHint, from }: One): Promise<Watcher> {
  const { hostname, port } = new URL(url);
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
        if (one.includes(line)) onHint();
        else if (!isGreeted && one.includes('event: hello')) {
          isGreeted = true;
          resolve({ close: () => socket.destroy() });
        }
      }
    });
    socket.write(`GET /api/live${query} HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\n\r\n`);
  });
}
