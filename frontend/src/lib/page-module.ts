import type { Middleware, Reducer } from '@reduxjs/toolkit';
import type { ComponentType } from 'react';
import type { SagaGenerator } from 'typed-redux-saga';

/** State that a page adds to the store: a slice, as far as the store needs it, sagas and middleware. */
export interface StateModule {
  readonly slice?: { readonly name: string; readonly reducer: Reducer };
  readonly saga: () => SagaGenerator<void>;
  readonly middleware?: readonly Middleware[];
}

/** Export `page` of a page's file: its component, and the state that must be in the store before it renders. */
export interface PageModule {
  readonly Page: ComponentType;
  readonly state?: readonly StateModule[];
}
