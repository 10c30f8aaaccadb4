/** Seconds after which an unused session ends. */
export const idleSeconds = 14 * 24 * 60 * 60;

/** Seconds after which a session ends however much it is used. */
export const absoluteSeconds = 60 * 24 * 60 * 60;

/** `__Host-` binds the cookie to this very host, but browsers take it over HTTPS only. */
export const sessionCookieName = (secure: boolean) => (secure ? '__Host-session' : 'session');

/** Whether cookies are to be marked Secure: the product is reached over HTTPS. */
export const isSecureOrigin = (publicOrigin: string) => publicOrigin.startsWith('https:');

/** @returns the value of a `Set-Cookie` header that gives the browser the session */
export function sessionCookie(token: string, secure: boolean): string {
  return `${sessionCookieName(secure)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${absoluteSeconds}${secure ? '; Secure' : ''}`;
}

/** @returns the value of a `Set-Cookie` header that takes the session from the browser */
export function endedSessionCookie(secure: boolean): string {
  return `${sessionCookieName(secure)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure ? '; Secure' : ''}`;
}

/** @returns the value of one cookie in a `Cookie` header, or null */
export function cookieValue(cookieHeader: string | undefined, name: string): string | null {
  const pair = cookieHeader?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1) || null;
}

/** @returns the session token in a `Cookie` header, or null */
export const sessionTokenIn = (cookieHeader: string | undefined, secure: boolean) =>
  cookieValue(cookieHeader, sessionCookieName(secure));
