import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type { Email };

export interface MailServer {
  readonly port: number;
  /** For `SMTP_URL`. */
  readonly url: string;
  /** Received mails, oldest first. */
  readonly mails: readonly Email[];
  /** Addresses that the server rejects permanently. */
  readonly refused: Set<string>;
  close(): Promise<void>;
}

/** Receives mail by SMTP on loopback without delivering it, so that tests can read it. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: Email[] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, done) => {
      if (refused.has(address)) done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
      else done();
    },
    onData: (stream, _, done) => {
      buffer(stream)
        .then((mail) => PostalMime.parse(mail))
        .then((mail) => {
          mails.push(mail);
          done();
        }, done);
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const taken = (listening.address() as AddressInfo).port;
  return {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    mails,
    refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
