/**
 * Id of the user for whom a call changes something. A session of another user is refused (412 `auth.other_user`),
 * because an open page may not know that the browser's cookie has changed.
 */
export const expectedUserHeader = 'expected-user';

/**
 * Id of the user whose session produced a response. Absent for anonymous callers, API tokens and cacheable responses,
 * which might be shown to another user.
 */
export const sessionUserHeader = 'session-user';
