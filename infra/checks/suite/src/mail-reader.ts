import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MailServer } from '@nightshelf/mail-server';

export interface MailReader {
  /** GET /?to={address} returns subjects and texts of the mails to an address as JSON, oldest first. */
  readonly url: string;
  close(): void;
}

/** Lets browser tests, which are other processes, read the received mails. */
export async function startMailReader({ mails }: MailServer): Promise<MailReader> {
  const server = createServer((request, response) => {
    const wanted = new URL(request.url ?? '/', 'http://mail.invalid').searchParams.get('to')?.toLowerCase();
    const found = mails.filter(({ to = [] }) => to.some(({ address }) => address?.toLowerCase() === wanted));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(found.map(({ subject, text }) => ({ subject, text }))));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
