import { runService } from '@nightshelf/platform';
import { socialService } from './service.ts';

await runService(socialService);
