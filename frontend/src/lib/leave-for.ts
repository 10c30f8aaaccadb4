/**
 * Opens an external URL, such as a sign-in provider's.
 * @returns settles only when the user comes back to this page from the back/forward cache
 */
export const leaveFor = (address: string): Promise<void> =>
  new Promise((resolve) => {
    const settle = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      window.removeEventListener('pageshow', settle);
      resolve();
    };
    window.addEventListener('pageshow', settle);
    window.location.assign(address);
  });
