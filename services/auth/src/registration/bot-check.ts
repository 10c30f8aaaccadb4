import { invalid } from '@nightshelf/platform/errors/coded-error.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { Counter } from 'prom-client';

interface Form {
  readonly honeypot_field: string;
  /** Milliseconds since 1970 by the browser's clock. */
  readonly form_timestamp: number;
  readonly [field: string]: unknown;
}

/** In milliseconds. No person fills the form faster, even with a password manager. */
const youngestForm = 1000;

/** Returns whether the hidden field was filled. The contract requires the field to exist. */
export const isFilledByBot = (form: Form) => form[form.honeypot_field] !== '';

export const countBots = (registry: Foundation<object>['registry']) =>
  new Counter({
    name: 'auth_honeypot_total',
    help: 'Registrations that filled the hidden field and were only pretended to succeed',
    registers: [registry],
  });

/**
 * Refuses a form that was sent too soon after it loaded. Accepts impossible ages, because the browser's clock may be
 * wrong.
 * @throws CodedError 422
 */
export function refuseTooFast({ form_timestamp: loadedAt }: Form, now = Date.now()): void {
  const age = now - loadedAt;
  if (age >= 0 && age < youngestForm) {
    throw invalid({ form_timestamp: ['Please wait a moment and try again.'] }, 'auth.too_fast');
  }
}
