import { z } from 'zod';
import { answer } from '../answer.ts';
import { archive } from '../archives.ts';
import { defineCall } from '../call.ts';
import { id } from '../fields.ts';

export const listArchives = defineCall('GET /api/auth/archives', {
  summary: "The user's data archives, newest first",
  answer: answer({ archives: z.array(archive) }),
});

/** 409 while one is being prepared, 429 after three in 24 hours. */
export const requestArchive = defineCall('POST /api/auth/archives', {
  summary: 'Request an archive of all data about the user, prepared in the background',
  refuses: ['auth.archive_in_preparation', 'auth.too_many_archives'],
  answer: answer({ archive }),
  status: 202,
});

/** Requires the user's session, because the address contains no secret. */
export const downloadArchive = defineCall('GET /api/auth/archives/:id/file', {
  summary: 'Download the archive, a ZIP file with JSON and CSV; 404 after it was deleted',
  refuses: ['auth.archive_not_found'],
  params: z.object({ id }),
  mediaType: 'application/zip',
  answer: z.unknown(),
});
