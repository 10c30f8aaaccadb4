import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface MailServer {
  /** For the product's SMTP_URL. */
  readonly smtpUrl: string;
  /** Where GET /?to={address} answers the mails to an address as JSON, the oldest first. */
  readonly url: string;
  close(): Promise<void>;
}

/** Takes all mail and delivers none, so that tests can read what users would. On loopback, on free ports. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      buffer(stream)
        .then((source) => PostalMime.parse(source))
        .then(({ subject = '', text = '' }) => {
          mails.push({ to: envelope.rcptTo.map(({ address }) => address.toLowerCase()), subject, text });
        })
        .then(() => done(), done);
    },
  });
  const reader = createServer((request, response) => {
    const wanted = new URL(request.url ?? '/', 'http://mail.invalid').searchParams.get('to')?.toLowerCase() ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(mails.filter(({ to }) => to.includes(wanted))));
  });
  const smtpSocket = smtp.listen(0, '127.0.0.1');
  reader.listen(0, '127.0.0.1');
  await Promise.all([once(smtpSocket, 'listening'), once(reader, 'listening')]);
  return {
    smtpUrl: `smtp://127.0.0.1:${(smtpSocket.address() as AddressInfo).port}`,
    url: `http://127.0.0.1:${(reader.address() as AddressInfo).port}`,
    close: async () => {
      reader.closeAllConnections();
      reader.close();
      await new Promise<void>((closed) => smtp.close(closed));
    },
  };
}
