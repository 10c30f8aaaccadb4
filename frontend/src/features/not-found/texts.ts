export const notFoundTexts = {
  title: 'Page Not Found',
  text: 'This page doesn’t exist. Check the address, or go to the home page.',
  home: 'Go to the home page',
};
