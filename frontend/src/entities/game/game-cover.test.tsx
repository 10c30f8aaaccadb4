// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { act } from 'react';
import { expect, test } from 'vitest';
import { onScreen } from '../../test/screen.tsx';
import { GameCover } from './game-cover.tsx';

const drawn = '/api/games/covers?name=Outer+Wilds';
const image = () => document.querySelector('img');
const fail = () => act(async () => image()?.dispatchEvent(new Event('error')));
const show = (address: string | null) =>
  onScreen(configureStore({ reducer: () => ({}) }), <GameCover guid="cat-1" name="Outer Wilds" address={address} />);

test('shows the picture, then the drawn cover, then the initials as each fails to load', async () => {
  await show('https://covers.example/1.jpg');
  expect(image()?.getAttribute('src')).toBe('https://covers.example/1.jpg');
  await fail();
  expect(image()?.getAttribute('src')).toBe(drawn);
  await fail();
  expect(image()).toBeNull();
  expect(document.body.textContent).toBe('OW');
});

test('shows the drawn cover of a game without a picture', async () => {
  await show(null);
  expect(image()?.getAttribute('src')).toBe(drawn);
});

test('shows a new picture in place of one that failed', async () => {
  const { show: showNext } = await show('https://covers.example/1.jpg');
  await fail();
  await showNext(<GameCover guid="cat-1" name="Outer Wilds" address="https://covers.example/2.jpg" />);
  expect(image()?.getAttribute('src')).toBe('https://covers.example/2.jpg');
});
