/** PostgreSQL's text type cannot hold NUL, so no text from outside may contain it. */
export const withoutNul = /^[^\0]*$/;

export const withoutNulMessage = 'Must not contain NUL characters';

/** For words of one line. Said by their codes, which the expressions of every language know: documents carry it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
export const withoutControls = /^[^\u0000-\u001f\u007f-\u009f]*$/;
