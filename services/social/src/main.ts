import { runService } from '@nightshelf/platform/service/run-service.ts';
import { socialService } from './service.ts';

await runService(socialService);
