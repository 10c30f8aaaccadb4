import { once } from 'node:events';
import { Reader, type Way } from './reader.ts';
import { openWatchers } from './watchers.ts';

/** What this process is told when it is to begin. */
export interface Orders {
  readonly url: string;
  readonly way: Way;
  /** Whether the page is asked for after a hint. */
  readonly asks: boolean;
  /** Who reads, and whose page. */
  readonly readers: readonly { readonly cookie: string; readonly userId: string }[];
}

/** Pages that are opened at the same time. */
const atOnce = 20;

/** Readers in a process of their own, so that they keep nobody waiting who writes and measures. */
const [{ url, way, asks, readers: wanted }] = (await once(process, 'message')) as [Orders];
const readers = wanted.map(({ cookie, userId }) => new Reader(url, cookie, userId));
if (asks) {
  const left = readers.values();
  const open = async () => {
    for (const reader of left) await reader.open();
  };
  await Promise.all(Array.from({ length: atOnce }, open));
}
if (way === 'hints') {
  await openWatchers({
    url,
    cookies: wanted.map(({ cookie }) => cookie),
    query: (at) => `?users=${wanted[at]?.userId}`,
    count: wanted.length,
    event: 'page',
    onEvent: (at) => readers[at]?.hear(),
  });
}
if (way === 'polling') for (const reader of readers) void reader.poll();
else if (asks) for (const reader of readers) void reader.follow();
process.send?.('ready');
await once(process, 'message');
for (const reader of readers) reader.stop();
process.send?.(
  readers.map(({ reading }) => reading),
  () => process.exit(),
);
