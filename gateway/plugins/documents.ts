import { describeEvents } from '@nightshelf/contracts/events/describe.ts';
import { DocumentsPage } from '../src/documents/documents-page.ts';
import { ownDocument } from '../src/documents/own-document.ts';
import { sendAnswer, sendFailure } from '../src/http/answer.ts';
import { pathOf } from '../src/http/exchange.ts';
import { answerOptions, methodNotAllowed, readingMethods } from '../src/http/methods.ts';
import type { Policy } from './policy.ts';

const json = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-cache'];

/** Serves a page about all calls and events, and the documents of the events and of the gateway's own calls. */
export const documents: Policy = {
  name: 'documents',
  create: ({ upstreams }) => {
    const page = new DocumentsPage(upstreams);
    const events = JSON.stringify(describeEvents());
    const own = JSON.stringify(ownDocument());
    return (request, response, next) => {
      if (request.method === 'OPTIONS') return answerOptions(request, response, readingMethods);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return sendFailure(request, response, methodNotAllowed(readingMethods));
      }
      const path = pathOf(request);
      if (path.endsWith('/events.json')) sendAnswer(request, response, 200, json, events);
      else if (path.endsWith('/gateway.json')) sendAnswer(request, response, 200, json, own);
      else page.serve(request, response).catch(next);
    };
  },
};
