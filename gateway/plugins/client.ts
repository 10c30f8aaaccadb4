import type { Policy } from './policy.ts';

export const client: Policy = {
  name: 'client',
  create:
    ({ clientFiles }) =>
    (request, response) =>
      clientFiles.serve(request, response),
};
