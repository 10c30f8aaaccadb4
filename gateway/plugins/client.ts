import type { Policy } from '../src/runtime.ts';

export const client: Policy = {
  name: 'client',
  create:
    ({ clientFiles }) =>
    (request, response) =>
      clientFiles.serve(request, response),
};
