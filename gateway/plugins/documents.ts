import { DocumentsPage } from '../src/documents/documents-page.ts';
import type { Policy } from './policy.ts';

/** Answers with a page on every call of the product. */
export const documents: Policy = {
  name: 'documents',
  create: ({ upstreams }) => {
    const page = new DocumentsPage(upstreams);
    return (request, response, next) => {
      page.serve(request, response).catch(next);
    };
  },
};
