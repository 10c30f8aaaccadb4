import type { Genre } from '../genre.ts';
import { discs, maze, rays, tiles } from './abstracts.ts';
import { arches, blocks, skyline, stairs } from './built.ts';
import type { Composition } from './composition.ts';
import { dunes, forest, ridges, swells, terraces } from './landscapes.ts';
import { clash, court, road, sprite, target } from './motions.ts';
import { constellation, eclipse, orbits, stripes } from './skies.ts';

/** Compositions for each genre; a game's name picks among them. */
export const compositionsFor: Readonly<Record<Genre, readonly Composition[]>> = {
  action: [rays, clash, eclipse, skyline, arches, dunes],
  adventure: [ridges, swells, arches, dunes, constellation, eclipse],
  arcade: [sprite, maze, tiles, sprite],
  fighting: [clash, rays, clash, discs],
  horror: [forest, eclipse, arches, forest, skyline],
  platformer: [terraces, stairs, discs, terraces, ridges],
  puzzle: [tiles, maze, discs, stairs, blocks],
  racing: [road, stripes, road],
  rpg: [constellation, ridges, arches, eclipse, rays, swells],
  sandbox: [skyline, blocks, dunes, stripes],
  shooter: [target, orbits, eclipse, stripes, skyline],
  simulation: [blocks, tiles, discs, swells, terraces],
  sports: [court, rays, court, discs],
  strategy: [blocks, tiles, orbits, constellation, maze],
};
