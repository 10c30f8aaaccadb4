/** Returns whether this browser supports passkeys, which need HTTPS or localhost. */
export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window;
