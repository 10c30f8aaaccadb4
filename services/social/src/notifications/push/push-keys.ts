import type { SocialSettings } from '../../config.ts';

/** The VAPID identity for push services. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

/** @returns null when push is not configured */
export function pushKeysOf(settings: SocialSettings): PushKeys | null {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_SUBJECT: subject } = settings;
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : null;
}
