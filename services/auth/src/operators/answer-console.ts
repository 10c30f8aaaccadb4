import { accountRequest } from '@nightshelf/contracts/operators.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { AnswerOperators } from '@nightshelf/platform/operators/requests.ts';
import { z } from 'zod';
import { actOnAccount, type OperatorParts } from './act-on-account.ts';

const fromConsole = z.object({ who: z.string().min(1).max(200), request: accountRequest });

/** Answers requests from the console. */
export const answerConsole = (parts: OperatorParts, logger: Logger) =>
  new AnswerOperators({
    redis: parts.redis,
    service: 'auth',
    logger,
    answer: async (given) => {
      const { who, request } = fromConsole.parse(given);
      return actOnAccount(parts, request, who);
    },
  });
