export const takeDataTexts = {
  title: 'Download my data',
  hint: 'Everything Nightshelf stores about you, as a ZIP file with JSON and CSV.',
  take: 'Download my data',
  asking: 'Asking...',
  preparing: 'Your archive is being prepared. You can leave this page and come back.',
  ready: (size: string) => `Download my data (${size})`,
  until: (moment: string) => `Here until ${moment}.`,
  failed: 'Couldn’t prepare your archive. Please try again.',
};
