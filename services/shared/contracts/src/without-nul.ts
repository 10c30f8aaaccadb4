/** PostgreSQL's text type cannot hold NUL, so no text from outside may contain it. */
export const withoutNul = (text: string) => !text.includes('\u0000');

export const withoutNulMessage = 'Must not contain NUL characters';
