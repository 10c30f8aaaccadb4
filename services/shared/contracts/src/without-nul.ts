/** PostgreSQL's text type cannot hold NUL, so no text from outside may contain it. */
export const withoutNul = /^[^\0]*$/;

export const withoutNulMessage = 'Must not contain NUL characters';
