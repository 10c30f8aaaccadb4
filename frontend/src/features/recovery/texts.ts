export const recoveryTexts = {
  forgot: {
    title: 'Forgot your password?',
    lead: 'Tell us who you are, and we send you a link to set a new one.',
    usernameOrEmail: 'Username or email',
    submit: 'Send link',
    busy: 'Sending...',
    failed: 'The link could not be asked for. Please try again.',
  },
  sent: {
    title: 'Check your mail',
    text: 'If there is such an account with an email address, a link to set a new password is on its way. It is valid for 30 minutes.',
    hint: 'Nothing there? Look among the junk mail, or ask again.',
    again: 'Ask again',
  },
  reset: {
    title: 'Set a new password',
    lead: 'You will be signed out everywhere, and sign in with the new one.',
    password: 'New password',
    confirmPassword: 'Confirm new password',
    submit: 'Set password',
    busy: 'Setting password...',
    failed: 'The password could not be set. Please try again.',
    done: 'Your new password is set. Please sign in with it.',
  },
  invalid: {
    title: 'This link does not work',
    incomplete: 'The link is incomplete. Open it from your mail again, or ask for a new one.',
    old: 'This link is no longer valid. Please ask for a new one.',
    askAgain: 'Ask for a new link',
  },
  toLogin: 'Back to sign in',
};
