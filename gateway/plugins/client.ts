import type { Policy } from './policy.ts';

/** Serves the browser client's files, and its page for whatever it routes itself. */
export const client: Policy = {
  name: 'client',
  create:
    ({ clientFiles }) =>
    (request, response) =>
      clientFiles.serve(request, response),
};
