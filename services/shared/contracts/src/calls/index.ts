/** Every call of the product, by the service that answers it. */
export * as accountCalls from './accounts.ts';
export * as apiTokenCalls from './api-tokens.ts';
export * as archiveCalls from './archives.ts';
export * as authCalls from './auth.ts';
export * as catalogCalls from './catalog.ts';
export * as exportCalls from './exports.ts';
export * as factorCalls from './factors.ts';
export * as favouriteCalls from './favourites.ts';
export * as importCalls from './imports.ts';
export * as journalCalls from './journal.ts';
export * as libraryCalls from './library.ts';
export * as listCalls from './lists.ts';
export * as mediaCalls from './media.ts';
export * as notificationCalls from './notifications.ts';
export * as playthroughCalls from './playthroughs.ts';
export * as socialCalls from './social.ts';
export * as viewCalls from './views.ts';
