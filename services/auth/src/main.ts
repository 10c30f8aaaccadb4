import { runService } from '@nightshelf/platform';
import { authService } from './service.ts';

await runService(authService);
