import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { untilFirstPage } from './lazy-page.tsx';
import { Router } from './router.tsx';
import { store } from './store.ts';
import './styles/main.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

untilFirstPage().then(() =>
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <Router />
      </Provider>
    </StrictMode>,
  ),
);

// Loaded last, because nothing visible depends on it.
import('./later/later.ts').then(({ beginLater }) => beginLater(), console.error);
