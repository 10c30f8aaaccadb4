import { runLauncher } from './launcher/run-launcher.ts';

await runLauncher();
