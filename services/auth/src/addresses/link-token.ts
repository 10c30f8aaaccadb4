import { randomBytes } from 'node:crypto';

/** 256 random bits need no slow hash: the database stores `hashOfSecret`. */
export const newToken = () => randomBytes(32).toString('base64url');

/**
 * Returns the link to a page of the client.
 * @param publicOrigin where browsers reach the client
 */
export const linkTo = (publicOrigin: string, page: string, token: string) =>
  // Browsers do not send the fragment, so the token reaches no log and no Referer header.
  new URL(`${page}#token=${token}`, publicOrigin).href;
