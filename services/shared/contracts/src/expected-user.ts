/**
 * Names by id whom a call that changes something is made for. Where the session that comes with it is somebody else's it is refused (412
 * `auth.other_user`), and nothing is done: a page that is still open may not know that its browser's cookie is another user's.
 */
export const expectedUserHeader = 'expected-user';

/**
 * Names by id whose session an answer was made with. Absent where nobody is signed in, with an API token, and where the answer may be shown
 * again without asking: to somebody else, by then.
 */
export const sessionUserHeader = 'session-user';
