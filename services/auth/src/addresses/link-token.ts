import { randomBytes } from 'node:crypto';

/** 256 random bits, to which a slow hash would add nothing: `hashOfSecret` is what is stored. */
export const newToken = () => randomBytes(32).toString('base64url');

/**
 * The link to a page of the client.
 * @param publicOrigin where browsers reach the client
 */
export const linkTo = (publicOrigin: string, page: string, token: string) =>
  // In the fragment, which browsers do not send: so it gets into no log and no Referer header.
  new URL(`${page}#token=${token}`, publicOrigin).href;
