import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { topicClosed, topicOpened } from './slice.ts';
import type { Topic } from './topics.ts';

/**
 * Subscribes this tab to the changes of a user or a game while it shows them.
 * @param id undefined while there is none
 */
export function useLiveTopic(kind: Topic['kind'], id: string | undefined): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (id === undefined) return undefined;
    const topic = { kind, id };
    dispatch(topicOpened(topic));
    return () => {
      dispatch(topicClosed(topic));
    };
  }, [dispatch, kind, id]);
}
