import { type CodedError, notFound, unavailableOutside } from '@nightshelf/platform/errors/coded-error.ts';
import type { ProviderFault } from '../providers/provider-fault.ts';

export const gameNotFound = (): CodedError =>
  notFound('catalog.game_not_found', 'The requested game could not be found.');

// The next two messages have no full stop: the client builds a sentence around them.

/** The client shows advice when a message contains 'proxies failed'. */
export const providerFailed = (fault: ProviderFault): CodedError =>
  unavailableOutside('catalog.provider_failed', `All proxies failed: ${fault.message}`, fault);
