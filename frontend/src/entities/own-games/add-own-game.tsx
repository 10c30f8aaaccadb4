import { PenLine } from 'lucide-react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { addFormClosed, addFormOpened, selectAdditions } from '../additions/slice.ts';
import { selectVaultOwner } from '../session/selectors.ts';
import { ownGameTexts as texts } from './texts.ts';

export const AddOwnGameDialog = lazyPart(() => import('./add-own-game-dialog.tsx'), 'AddOwnGameDialog');

/** Offers to add a game that the search did not find. A visitor signs in first and then finds the form open. */
export function AddOwnGame({ name }: { readonly name: string }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const owner = useSelector(selectVaultOwner);
  const form = `own: ${name}`;
  const isOpen = useSelector(selectAdditions).formFor === form && owner !== null;
  const open = () => {
    dispatch(addFormOpened(form));
    if (!owner) navigate('/login', { state: { from: location } });
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open} className="max-w-full whitespace-normal! text-left">
        <PenLine aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="line-clamp-2 [overflow-wrap:anywhere]" dir="auto">
          {texts.offer(name)}
        </span>
      </Button>
      {isOpen && <AddOwnGameDialog name={name} onClose={() => dispatch(addFormClosed())} />}
    </>
  );
}
