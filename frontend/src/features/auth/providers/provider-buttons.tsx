import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { ProviderMark } from '../../../entities/identity/provider-mark.tsx';
import { OrLine } from '../components/or-line.tsx';
import { returnAddressOf } from '../origin.ts';
import { authTexts } from '../texts.ts';
import { providerChosen, providersLeft, providersNeeded, selectProviders } from './slice.ts';

const texts = authTexts.providers;

/** Buttons of the sign-in providers. Last in the card, so that loading them shifts nothing. */
export function ProviderButtons({ disabled }: { readonly disabled: boolean }) {
  const dispatch = useDispatch();
  const { state } = useLocation();
  const { list, leaving } = useSelector(selectProviders);
  useEffect(() => {
    dispatch(providersNeeded());
    return () => {
      dispatch(providersLeft());
    };
  }, [dispatch]);
  if (!list || list.length === 0) return null;
  return (
    <div className="mt-4">
      <OrLine />
      <ul className="mt-4 grid gap-3">
        {list.map(({ id, name }) => (
          <li key={id}>
            <Button
              busy={leaving === id}
              disabled={disabled || leaving !== null}
              onClick={() => dispatch(providerChosen({ provider: id, returnTo: returnAddressOf(state) }))}
              className="w-full"
            >
              {leaving !== id && <ProviderMark id={id} name={name} />}
              <span className="min-w-0 truncate" dir="auto">
                {leaving === id ? texts.busy(name) : texts.proceed(name)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
