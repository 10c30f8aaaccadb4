import { useSelector } from 'react-redux';
import { selectEntry, type WithLibrary } from './selectors.ts';

/** Returns the vault's entry of a game; undefined when the vault does not have it. */
export const useEntry = (guid: string) => useSelector((state: WithLibrary) => selectEntry(state, guid));
