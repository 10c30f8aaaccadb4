import { libraryState } from '../../entities/library/saga.ts';
import { serverState } from '../../entities/server/state.ts';
import { install } from '../store.ts';

install([libraryState, serverState]);

export { Palette } from '../../features/palette/palette.tsx';
