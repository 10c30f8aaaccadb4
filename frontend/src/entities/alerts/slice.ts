import { createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';

export interface Alert {
  readonly id: string;
  readonly text: string;
  /** An error stays until it is dismissed; a notice disappears by itself. */
  readonly tone: 'error' | 'notice';
  /** An optional action such as Undo: a label and the action that it dispatches. */
  readonly action?: { readonly label: string; readonly dispatches: UnknownAction };
}

/** More alerts would cover the page; the oldest are dropped. */
const most = 3;

export const alertsSlice = createSlice({
  name: 'alerts',
  initialState: [] as readonly Alert[],
  reducers: {
    alertRaised: {
      prepare: (alert: Omit<Alert, 'id'>) => ({ payload: { ...alert, id: nanoid(8) } }),
      reducer: (alerts, { payload }: PayloadAction<Alert>) =>
        [...alerts.filter(({ text }) => text !== payload.text), payload].slice(-most),
    },
    alertDismissed: (alerts, { payload }: PayloadAction<string>) => alerts.filter(({ id }) => id !== payload),
  },
});

export const { alertRaised, alertDismissed } = alertsSlice.actions;

export const selectAlerts = (state: { readonly alerts: readonly Alert[] }) => state.alerts;
