import { invalid } from '@nightshelf/platform/errors/coded-error.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { Counter } from 'prom-client';

interface Form {
  readonly honeypot_field: string;
  /** Milliseconds since 1970 by the browser's clock. */
  readonly form_timestamp: number;
  readonly [field: string]: unknown;
}

/** In milliseconds; nobody fills the form faster, not even with a password manager. */
const youngestForm = 1000;

/** Whether the field that people cannot see was filled. The contract checks that the form has it at all. */
export const isFilledByBot = (form: Form) => form[form.honeypot_field] !== '';

/** Counts registrations by bots. */
export const countBots = (registry: Foundation<object>['registry']) =>
  new Counter({
    name: 'auth_honeypot_total',
    help: 'Registrations that filled the hidden field and were only pretended to succeed',
    registers: [registry],
  });

/**
 * Refuses a form that was sent too soon after it was loaded; with a message, since it may be a person after all. The
 * age is by the browser's clock, which may be wrong: ages that cannot be are let through.
 * @throws CodedError 422
 */
export function refuseTooFast({ form_timestamp: loadedAt }: Form, now = Date.now()): void {
  const age = now - loadedAt;
  if (age >= 0 && age < youngestForm) {
    throw invalid({ form_timestamp: ['Please wait a moment and try again.'] }, 'auth.too_fast');
  }
}
