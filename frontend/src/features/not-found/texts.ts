export const notFoundTexts = {
  title: 'Page Not Found',
  text: 'There is nothing on this shelf. The address may be mistyped, or the page has moved.',
  home: 'Go to the home page',
};
