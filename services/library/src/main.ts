import { runService } from '@nightshelf/platform';
import { libraryService } from './service.ts';

await runService(libraryService);
