import { useSearchParams } from 'react-router-dom';
import type { PageModule } from '../../lib/page-module.ts';
import { NewImport } from './components/new-import.tsx';
import { OneImport } from './components/one-import.tsx';
import { importsState } from './state.ts';

export const page: PageModule = { Page: ImportPage, state: importsState };

/** The import page; with an id in the address, one import. */
function ImportPage() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return id === null ? <NewImport /> : <OneImport key={id} id={id} />;
}
