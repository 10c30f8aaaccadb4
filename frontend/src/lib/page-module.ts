import type { Middleware, Reducer } from '@reduxjs/toolkit';
import type { ComponentType } from 'react';
import type { SagaGenerator } from 'typed-redux-saga';

/** What a page adds to the store: a Redux Toolkit slice, as far as the store needs it, sagas and middleware. */
export interface StateModule {
  readonly slice?: { readonly name: string; readonly reducer: Reducer };
  readonly saga: () => SagaGenerator<void>;
  readonly middleware?: readonly Middleware[];
}

/** What a page's file exports as `page`: its component, and all state that must be in the store before it renders. */
export interface PageModule {
  readonly Page: ComponentType;
  readonly state?: readonly StateModule[];
  /** Settles when what it draws at first is there, or was not there soon. Called when its state is in the store. */
  readonly ready?: () => Promise<unknown>;
}
