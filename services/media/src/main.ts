import { runService } from '@nightshelf/platform/service/run-service.ts';
import { mediaService } from './service.ts';

await runService(mediaService);
