export const takeDataTexts = {
  title: 'Take my data',
  hint: 'Everything that is kept about you, as a ZIP file of JSON and CSV.',
  take: 'Take my data',
  asking: 'Asking...',
  preparing: 'Your data is being put together. You can leave this page and come back.',
  ready: (size: string) => `Download my data (${size})`,
  until: (moment: string) => `Here until ${moment}.`,
  failed: 'Your data cannot be put together right now. Please try again.',
};
