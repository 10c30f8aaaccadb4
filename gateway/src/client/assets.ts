const year = 365 * 24 * 60 * 60;

/** An asset's name has the hash of what is in it: under one name there is one content for ever, whichever release has it. */
export const immutable = `public, max-age=${year}, immutable`;

/** As Vite names them: `index-DK8kQpqC.js`. */
const asset = /^\/assets\/[\w.-]{1,100}-[\w-]{8}\.[a-z0-9]{2,5}$/;

/** Whether a path, in its one form, is that of an asset of some build of the client. */
export const isAsset = (path: string): boolean => asset.test(path);
