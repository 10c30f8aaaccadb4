export const choiceTexts = {
  title: 'Choose a username',
  lead: (provider: string) => `${provider} signed you in. Choose a username to finish.`,
  username: 'Username',
  withEmail: (email: string) => `Your account gets the email address ${email}.`,
  submit: 'Create account',
  busy: 'Creating account...',
  gone: 'This sign-in has expired or is already finished. Please sign in again.',
  unreachable: 'Couldn’t load your sign-in. Please try again.',
  failed: 'Couldn’t create your account. Please try again.',
  retry: 'Try again',
  toLogin: 'Back to sign in',
  loading: 'Loading…',
};
