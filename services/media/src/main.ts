import { runService } from '@nightshelf/platform';
import { mediaService } from './service.ts';

await runService(mediaService);
