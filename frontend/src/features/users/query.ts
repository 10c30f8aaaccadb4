/** The specified shortest search. */
const shortest = 2;

/** Whether there is enough text to search for. */
export const isLongEnough = (query: string): boolean => query.trim().length >= shortest;
