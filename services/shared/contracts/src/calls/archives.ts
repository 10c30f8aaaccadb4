import { z } from 'zod';
import { answer } from '../answer.ts';
import { archive } from '../archives.ts';
import { defineCall } from '../call.ts';
import { id } from '../fields.ts';

export const listArchives = defineCall({
  method: 'GET',
  path: '/api/auth/archives',
  access: 'guarded',
  summary: "The archives of the user's data, the newest first",
  answer: answer({ archives: z.array(archive) }),
});

/** 409 while one is being prepared, 429 after three in 24 hours. */
export const requestArchive = defineCall({
  method: 'POST',
  path: '/api/auth/archives',
  access: 'guarded',
  summary: 'Ask for an archive of everything that is known of the user; it is prepared in the background',
  refuses: ['auth.archive_in_preparation', 'auth.too_many_archives'],
  answer: answer({ archive }),
  status: 202,
});

/** Requires the user's session, because the address contains no secret. */
export const downloadArchive = defineCall({
  method: 'GET',
  path: '/api/auth/archives/:id/file',
  access: 'guarded',
  summary: 'The archive, a ZIP file of JSON and CSV; 404 once it is deleted',
  refuses: ['auth.archive_not_found'],
  params: z.object({ id }),
  mediaType: 'application/zip',
  answer: z.unknown(),
});
