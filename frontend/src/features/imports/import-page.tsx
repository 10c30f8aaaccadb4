import { useSearchParams } from 'react-router-dom';
import type { PageModule } from '../../lib/page-module.ts';
import { NewImport } from './components/new-import.tsx';
import { OneImport } from './components/one-import.tsx';
import { importsState } from './state.ts';

export const page: PageModule = { Page: ImportPage, state: importsState };

/** Bringing a collection along, and, with its id in the address, what one file does or has done. */
function ImportPage() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return id === null ? <NewImport /> : <OneImport key={id} id={id} />;
}
