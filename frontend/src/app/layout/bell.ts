import { serverState } from '../../entities/server/state.ts';
import { notificationsState } from '../../features/notifications/saga.ts';
import { install } from '../store.ts';

install([serverState, notificationsState]);

export { Bell } from '../../features/notifications/bell.tsx';
