import { closeAfterTests } from './close-after-tests.ts';
import { TcpProxy } from './tcp-proxy.ts';

/**
 * Starts a proxy that can lose connections without notice to either side; closed after the tests.
 * @param target the server's address, or its port on this machine, read for each connection
 */
export async function startSwallowingProxy(target: string | (() => number)) {
  const url = new URL(typeof target === 'string' ? target : 'tcp://127.0.0.1');
  const address = { host: url.hostname, port: Number(url.port) };
  const proxy = await new TcpProxy(() => (typeof target === 'string' ? address : { port: target() })).listen();
  closeAfterTests(() => proxy.stop());
  url.host = `127.0.0.1:${proxy.port}`;
  return {
    url: url.href,
    port: proxy.port,
    passing: () => proxy.passing,
    /**
     * From now on open connections accept data and never respond, as after the loss of a host or a failover. New
     * connections work.
     */
    swallow: () => void proxy.cut(1),
    /** From now on new connections do not get a response either; `false` ends that. */
    swallowNew: (on: boolean) => {
      proxy.swallowsNew = on;
    },
  };
}
