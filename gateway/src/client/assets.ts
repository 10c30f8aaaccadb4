const year = 365 * 24 * 60 * 60;

/** An asset's name contains a hash of its content, so its content never changes, in any release. */
export const immutable = `public, max-age=${year}, immutable`;

/** Vite's naming scheme: `index-DK8kQpqC.js`. */
const asset = /^\/assets\/[\w.-]{1,100}-[\w-]{8}\.[a-z0-9]{2,5}$/;

/** Returns whether a canonical path has the form of an asset in a client build. */
export const isAsset = (path: string): boolean => asset.test(path);
