import type { Reducer } from '@reduxjs/toolkit';
import type { ComponentType } from 'react';
import type { SagaGenerator } from 'typed-redux-saga';

/** A Redux Toolkit slice, as far as the store needs it, and the sagas that act on it. */
export interface StateModule {
  readonly slice: { readonly name: string; readonly reducer: Reducer };
  readonly saga: () => SagaGenerator<void>;
}

/** What a page's file exports as `page`: its component, and all state that must be in the store before it renders. */
export interface PageModule {
  readonly Page: ComponentType;
  readonly state?: readonly StateModule[];
}
