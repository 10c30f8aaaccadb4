export const deviceTexts = {
  unsent: {
    title: 'Not everything is sent yet',
    explanation: (changes: number) =>
      changes === 1
        ? 'One change is kept on this device alone, because Nightshelf was not reached. If you sign out now, it is lost.'
        : `${changes} changes are kept on this device alone, because Nightshelf was not reached. If you sign out now, they are lost.`,
    stay: 'Stay signed in',
    leave: 'Sign out anyway',
  },
};
