/**
 * Sends the browser to an address outside of the client, such as a sign-in provider's.
 * @returns settles only when the visitor comes back to this very page by Back, as the browser may have kept it
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
