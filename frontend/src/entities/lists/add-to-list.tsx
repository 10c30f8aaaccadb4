import { lazyPart } from '../../lib/lazy-part.tsx';

export const loadAddToList = () => import('./add-to-list-dialog.tsx');
export const AddToListDialog = lazyPart(loadAddToList, 'AddToListDialog');
