import { runService } from '@nightshelf/platform/service/run-service.ts';
import { authService } from './service.ts';

await runService(authService);
