import { QuestionError, questionOf, usage } from './question.ts';
import { reportOf } from './report.ts';

try {
  console.log(reportOf(questionOf(process.argv.slice(2))));
} catch (error) {
  if (!(error instanceof QuestionError)) throw error;
  console.error(`${error.message}\n${usage}`);
  process.exitCode = 2;
}
