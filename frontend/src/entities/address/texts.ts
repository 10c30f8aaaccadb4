export const addressTexts = {
  label: 'Your email address',
  confirm: 'Please confirm your email address by the link we sent you.',
  send: 'Send',
  theMail: 'the mail',
  again: 'again',
  sending: 'Sending...',
  sent: 'The mail is on its way. Its link works for 24 hours.',
  notSent: 'The mail could not be sent. Please try again.',
};
