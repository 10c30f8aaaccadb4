export const deviceTexts = {
  unsent: {
    title: 'Not everything is sent yet',
    explanation: (changes: number) =>
      changes === 1
        ? 'One change is saved only on this device, because Nightshelf could not be reached. If you sign out now, it will be lost.'
        : `${changes} changes are saved only on this device, because Nightshelf could not be reached. If you sign out now, they will be lost.`,
    stay: 'Stay signed in',
    leave: 'Sign out anyway',
  },
};
