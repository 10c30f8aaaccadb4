import { providerId } from '@nightshelf/contracts/accounts.ts';
import { z } from 'zod';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns whether the address is loopback, where plain HTTP is safe. */
export const isLoopback = (address: URL) => loopback.test(address.hostname);

const issuer = z.url('must be an address such as https://accounts.example.org').pipe(
  z.string().refine((given) => {
    const address = new URL(given);
    return address.protocol === 'https:' || (address.protocol === 'http:' && isLoopback(address));
  }, 'must begin with https:// (http:// is for this machine only)'),
);

const provider = z.strictObject({
  id: providerId,
  name: z.string().trim().min(1).max(40),
  issuer,
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  scopes: z
    .string()
    .refine((scopes) => scopes.split(' ').includes('openid'), 'must name the scope openid')
    .default('openid profile email'),
});

const providers = z.array(provider).superRefine((all, context) => {
  for (const [index, { id }] of all.entries()) {
    if (all.findIndex((other) => other.id === id) !== index) {
      context.addIssue({ code: 'custom', path: [index, 'id'], message: 'is the id of another provider too' });
    }
  }
});

export type ProviderSettings = z.output<typeof provider>;

/** A JSON list of providers; empty by default. */
export const providerList = z
  .string()
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON list of providers' });
      return z.NEVER;
    }
  })
  .pipe(providers);
