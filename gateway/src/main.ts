import { runProcess } from '@nightshelf/platform/service/run-process.ts';
import { startGateway } from './start-gateway.ts';

await runProcess(() => startGateway(process.env));
