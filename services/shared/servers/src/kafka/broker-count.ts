import { connect } from 'node:net';

/**
 * Returns the number of brokers in a broker's cluster, by the smallest request of Kafka's protocol (Metadata, version
 * 0), without a client library so that the launcher stays light.
 * @throws when there is no response within `timeoutMs`
 */
export function brokerCount(port: number, timeoutMs = 2000): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (act: () => void) => {
      socket.destroy();
      act();
    };
    let answer = Buffer.alloc(0);
    socket.setTimeout(timeoutMs, () => end(() => reject(new Error('Kafka does not answer'))));
    socket.once('error', (error) => end(() => reject(error)));
    socket.once('close', () => reject(new Error('Kafka closed the connection')));
    socket.once('connect', () => socket.write(metadataRequest()));
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      // Length, correlation id and number of brokers: four bytes each.
      if (answer.length >= 12) end(() => resolve(answer.readInt32BE(8)));
    });
  });
}

function metadataRequest(): Buffer {
  const metadata = 3;
  const body = Buffer.alloc(18);
  body.writeInt32BE(14, 0);
  body.writeInt16BE(metadata, 4);
  body.writeInt16BE(0, 6);
  body.writeInt32BE(1, 8);
  const noClientId = -1;
  body.writeInt16BE(noClientId, 12);
  body.writeInt32BE(0, 14);
  return body;
}
