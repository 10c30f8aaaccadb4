/** How far a part of the page is. What has been ready once stays on screen while it is asked for again. */
export type LoadStatus = 'loading' | 'ready' | 'failed';
