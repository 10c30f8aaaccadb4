/** How whoever comes when too many wait is refused. */
export const busy = {
  code: 'auth.busy',
  message: 'Too many people are signing in right now. Please try again in a moment.',
};
