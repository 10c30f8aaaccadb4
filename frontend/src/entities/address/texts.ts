export const addressTexts = {
  label: 'Your email address',
  confirm: 'Please confirm your email address with the link we sent you.',
  send: 'Send',
  theMail: 'the mail',
  again: 'again',
  sending: 'Sending…',
  sent: 'We sent the email. Its link works for 24 hours.',
  notSent: 'Couldn’t send the email. Please try again.',
};
