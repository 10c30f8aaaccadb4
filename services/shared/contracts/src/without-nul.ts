/** PostgreSQL's text type cannot hold NUL, so no external text may contain it. */
export const withoutNul = /^[^\0]*$/;

export const withoutNulMessage = 'Must not contain NUL characters';

/**
 * For one-line texts. Written as codes that every language's regular expressions know, because the documents contain
 * the pattern.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
export const withoutControls = /^[^\u0000-\u001f\u007f-\u009f]*$/;
