import type { catalogCalls } from '@nightshelf/contracts';
import { request } from '../../lib/request.ts';

export const getGame = (guid: string) =>
  request<typeof catalogCalls.getGame>({ method: 'GET', path: '/api/games/:guid', params: { guid } });
