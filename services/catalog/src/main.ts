import { runService } from '@nightshelf/platform/service/run-service.ts';
import { catalogService } from './service.ts';

await runService(catalogService);
