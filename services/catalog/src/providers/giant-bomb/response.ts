import { z } from 'zod';
import { ProviderFault } from '../provider-fault.ts';
import { type ProviderResponse, parseJson } from '../proxies/route-client.ts';

/** The envelope of every Giant Bomb response. Its own status code says more than the HTTP status. */
const envelope = z.object({
  status_code: z.number().int(),
  results: z.unknown(),
  number_of_total_results: z.coerce.number().int().nonnegative().catch(0),
});

export type Envelope = z.output<typeof envelope>;

const ok = 1;
const invalidKey = 100;
const notFound = 101;
const rateLimited = 107;

/** Returns the envelope of a successful response; null for an unknown game. Throws ProviderFault otherwise. */
export function readResponse({ status, text, retryAfterMs }: ProviderResponse): Envelope | null {
  if (status === 420 || status === 429) throw tooMany(retryAfterMs);
  const parsed = envelope.safeParse(parseJson(text));
  if (!parsed.success) {
    if (status >= 400) throw new ProviderFault('unavailable', `the provider answered ${status}`);
    throw new ProviderFault('malformed', 'the provider returned an unknown format');
  }
  const { status_code: code } = parsed.data;
  if (code === ok) return parsed.data;
  if (code === notFound) return null;
  if (code === rateLimited) throw tooMany(retryAfterMs);
  if (code === invalidKey) throw new ProviderFault('key-refused', 'the provider does not accept the configured key');
  throw new ProviderFault('unavailable', `the provider answered with its status ${code}`);
}

const tooMany = (retryAfterMs: number | null) =>
  new ProviderFault('too-many-requests', 'the provider limits our requests', retryAfterMs);
