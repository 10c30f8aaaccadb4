import { getPriority, setPriority } from 'node:os';

/** Lets the drills and whatever they start, whose limits are those of the product, have the processors first. */
setPriority(Math.max(5, getPriority()));
