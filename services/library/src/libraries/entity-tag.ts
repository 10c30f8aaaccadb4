/** Raise it with every change to the form of the response, so that browsers do not reuse what they keep. */
const form = 3;

/**
 * Names one state of one user's library. The user is part of it: two users of one browser share its cache, and their
 * versions may be the same. Weak, since the encodings of the same state share it.
 */
export const entityTag = (userId: string, version: string) => `W/"${form}.${userId}.${version}"`;
