import { lazyPage } from './lazy-page.tsx';

/** Every page of the product, each in its own chunk. */
export const pages = {
  home: lazyPage(() => import('../features/home/home-route.ts')),
  login: lazyPage(() => import('../features/auth/login-route.ts')),
  register: lazyPage(() => import('../features/auth/register-route.ts')),
  chooseUsername: lazyPage(() => import('../features/choose-username/choose-username-route.ts')),
  forgotPassword: lazyPage(() => import('../features/recovery/forgot-password-route.ts')),
  resetPassword: lazyPage(() => import('../features/recovery/reset-password-route.ts')),
  terms: lazyPage(() => import('../features/legal/terms-route.tsx')),
  privacy: lazyPage(() => import('../features/legal/privacy-route.tsx')),
  search: lazyPage(() => import('../features/search/search-route.ts')),
  game: lazyPage(() => import('../features/game/game-route.ts')),
  vault: lazyPage(() => import('../features/vault/vault-route.ts')),
  users: lazyPage(() => import('../features/users/users-route.ts')),
  user: lazyPage(() => import('../features/users/user-route.ts')),
  profile: lazyPage(() => import('../features/profile/profile-route.ts')),
  security: lazyPage(() => import('../features/security/security-route.ts')),
  notFound: lazyPage(() => import('../features/not-found/not-found-route.ts')),
};
