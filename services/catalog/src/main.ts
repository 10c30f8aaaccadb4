import { runService } from '@nightshelf/platform';
import { catalogService } from './service.ts';

await runService(catalogService);
