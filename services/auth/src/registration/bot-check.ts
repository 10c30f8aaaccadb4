import { Counter, type Foundation, invalid } from '@nightshelf/platform';

interface Form {
  readonly honeypot_field: string;
  /** Milliseconds since 1970 by the browser's clock. */
  readonly form_timestamp: number;
  readonly [field: string]: unknown;
}

/** Nobody fills a form in less, whatever helps them; in milliseconds. */
const youngestForm = 1000;

/** Whether the field that people cannot see was filled. That the form has it at all is the contract's to check. */
export const isFilledByBot = (form: Form) => form[form.honeypot_field] !== '';

/** Registrations by bots. */
export const countBots = (registry: Foundation<object>['registry']) =>
  new Counter({
    name: 'auth_honeypot_total',
    help: 'Registrations that filled the hidden field and were only pretended to succeed',
    registers: [registry],
  });

/**
 * The age is told by the browser's clock, which may be ahead or far behind: only an age that is surely too short is
 * refused, and visibly, since password managers are fast too.
 * @throws CodedError 422
 */
export function refuseTooFast({ form_timestamp: loadedAt }: Form, now = Date.now()): void {
  const age = now - loadedAt;
  if (age >= 0 && age < youngestForm) {
    throw invalid({ form_timestamp: ['Please wait a moment and try again.'] }, 'auth.too_fast');
  }
}
