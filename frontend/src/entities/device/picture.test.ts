// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { showPicture, takePicture } from './picture.ts';

const client = '<script type="module" src="/assets/index-1.js"></script>';
const root = () => document.getElementById('root') as HTMLElement;

const visit = (script = client) => {
  document.documentElement.innerHTML = `<head>${script}</head><body><div id="root"></div></body>`;
};

function picture() {
  const taken = takePicture();
  if (!taken) throw new Error('No picture was taken');
  return taken;
}

beforeEach(() => {
  visit();
  root().innerHTML =
    '<h1>Your vault</h1><input value="Half a wo"><p data-passing>Removed Pong</p><ul><li data-index="0"></li></ul>';
  const [game] = root().getElementsByTagName('li');
  if (!game) throw new Error('There is no game');
  // A hostile name as React writes it to the DOM.
  game.textContent = '<img src="x" onerror="alert(1)">';
  game.style.setProperty('--hue', '7');
});

test('shows the noted page without transient parts and makes it inert', () => {
  const before = root().getElementsByTagName('li')[0];
  const taken = picture();
  expect(taken.html).not.toContain(' style=');
  expect(taken.html).not.toContain('Half a wo');
  visit();
  showPicture(taken);
  const game = root().getElementsByTagName('li')[0];
  expect(game?.closest<HTMLElement>('div')?.inert).toBe(true);
  expect(game?.textContent).toBe(before?.textContent);
  expect(game?.style.getPropertyValue('--hue')).toBe('7');
  expect(root().querySelector('img')).toBeNull();
  expect(root().textContent).not.toContain('Removed');
});

test('shows it only for the same client build and window width, and never over content', () => {
  const taken = picture();
  visit(client.replace('index-1', 'index-2'));
  showPicture(taken);
  expect(root().childElementCount).toBe(0);
  visit();
  showPicture({ ...taken, width: taken.width + 1 });
  expect(root().childElementCount).toBe(0);
  root().textContent = 'Drawn already';
  showPicture(taken);
  expect(root().innerHTML).toBe('Drawn already');
});

test('takes no snapshot of a page that shows something else, such as a dialog', () => {
  for (const role of ['dialog', 'listbox']) {
    document.body.insertAdjacentHTML('beforeend', `<div role="${role}"></div>`);
    expect(takePicture(), role).toBeUndefined();
    document.body.lastElementChild?.remove();
  }
});
