import type { SocialSettings } from '../../config.ts';

/** With what push services know us. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

/** @returns null where push is not offered */
export function pushKeysOf(settings: SocialSettings): PushKeys | null {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_SUBJECT: subject } = settings;
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : null;
}
