import { runStages } from './stages.ts';

const { text, exitCode } = await runStages(process.argv.slice(2), process.env.CI === 'true');
console.log(text);
process.exit(exitCode);
