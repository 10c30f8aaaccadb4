import { Agent, request } from 'undici';

const mostBytes = 4 * 1024 * 1024;
const timeoutMs = 10_000;

const agent = new Agent({
  connections: 4,
  maxResponseSize: mostBytes,
  headersTimeout: timeoutMs,
  bodyTimeout: timeoutMs,
});

/**
 * Returns the bytes of an image. Does not follow redirects, which could lead anywhere.
 * @param address one that `ImageSources` allows
 * @throws Error when it is missing, too large or too slow
 */
export async function fetchCover(address: string): Promise<Uint8Array> {
  const { statusCode, body } = await request(address, {
    method: 'GET',
    headers: { accept: 'image/jpeg, image/png, image/webp', 'user-agent': 'Nightshelf/0.1 (personal game library)' },
    dispatcher: agent,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`the picture's host answered ${statusCode}`);
  }
  return new Uint8Array(await body.arrayBuffer());
}
