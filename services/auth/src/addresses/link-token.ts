import { createHash, randomBytes } from 'node:crypto';

/** @returns what is stored of a token: SHA-256, hex. A slow hash would add nothing to 256 random bits */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex');

export const newToken = () => randomBytes(32).toString('base64url');

/**
 * The link to a page of the client.
 * @param publicOrigin where browsers reach the client
 */
export const linkTo = (publicOrigin: string, page: string, token: string) =>
  // In the fragment, which browsers do not send: so it gets into no log and no Referer header.
  new URL(`${page}#token=${token}`, publicOrigin).href;
