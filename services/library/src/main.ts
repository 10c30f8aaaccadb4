import { runService } from '@nightshelf/platform/service/run-service.ts';
import { libraryService } from './service.ts';

await runService(libraryService);
