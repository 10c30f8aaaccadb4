export const confirmationTexts = {
  title: 'Please confirm that it is you',
  explanation: 'This concerns the security of your account, and you signed in a while ago.',
  password: 'Your password',
  submit: 'Confirm',
  busy: 'Confirming...',
  cancel: 'Cancel',
  failed: 'That could not be confirmed. Please try again.',
  signInAgain: 'Sign in once more, and you come back to this page.',
  proceed: (name: string) => `Continue with ${name}`,
  leaving: (name: string) => `Going to ${name}...`,
  noWay: 'Please sign out and in again, then try once more.',
};
