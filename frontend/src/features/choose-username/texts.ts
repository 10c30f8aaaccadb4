export const choiceTexts = {
  title: 'Choose a username',
  lead: (provider: string) => `${provider} has signed you in. One thing is left: the name that others know you by.`,
  username: 'Username',
  withEmail: (email: string) => `Your account gets the email address ${email}.`,
  submit: 'Create account',
  busy: 'Creating account...',
  gone: 'There is no sign-in waiting here: it took too long or is finished already. Please sign in again.',
  unreachable: 'Your sign-in could not be looked up. Please try again.',
  failed: 'Your account could not be created. Please try again.',
  retry: 'Try again',
  toLogin: 'Back to sign in',
  loading: 'Loading...',
};
