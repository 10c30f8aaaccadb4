import { apiPolicy, fixedHeaders, strictTransport } from '@nightshelf/contracts/security-headers.ts';
import { isSecureOrigin } from '../sessions/cookie.ts';

/** Returns the security headers of API responses, names and values in turn. */
export const apiHeaders = (publicOrigin: string): readonly string[] => [
  ...headersOfAll(publicOrigin),
  'content-security-policy',
  apiPolicy,
];

/** Returns the security headers of pages and calls alike, names and values in turn. */
export const headersOfAll = (publicOrigin: string): readonly string[] =>
  isSecureOrigin(publicOrigin) ? [...fixedHeaders, 'strict-transport-security', strictTransport] : fixedHeaders;
