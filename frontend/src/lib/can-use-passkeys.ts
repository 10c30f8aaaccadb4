/** Whether this browser has passkeys: all of today, over https or on the machine itself. */
export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window;
