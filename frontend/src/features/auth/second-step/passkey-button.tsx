import { KeyRound } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { signedIn } from '../../../entities/session/slice.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { canUsePasskeys } from '../../../lib/can-use-passkeys.ts';
import { isPasskeyKnown, rememberPasskey } from '../../../lib/known-passkey.ts';
import { loadCode } from '../../../lib/resend.ts';
import { idle } from '../../../lib/submission.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { OrLine } from '../components/or-line.tsx';
import { formOpened, refused } from '../slice.ts';
import { authTexts } from '../texts.ts';
import { signInWithPasskey } from './api.ts';

const texts = authTexts.passkey;
const load = () => loadCode(() => import('../../../entities/confirmation/dialog/webauthn.ts'));

/** Signs in with a passkey. A browser that has used one before also offers it in the username field. */
export function PasskeyButton({ disabled }: { readonly disabled: boolean }) {
  const dispatch = useDispatch();
  const [asking, setAsking] = useState(false);
  const whileHere = useWhileHere();
  const fail = useCallback(
    (error: unknown) => whileHere(() => dispatch(refused({ ...idle, error: messageOf(error, texts.failed) }))),
    [dispatch, whileHere],
  );
  const signIn = useCallback(
    async (autofill: boolean) => {
      const { answerChallenge, isDismissed } = await load();
      try {
        const assertion = await answerChallenge('sign-in', autofill);
        const { user } = await signInWithPasskey(assertion);
        rememberPasskey();
        dispatch(signedIn(user));
      } catch (error) {
        // Autofill runs unasked, so its errors are not shown.
        if (isDismissed(error) || autofill) return;
        fail(error);
      }
    },
    [dispatch, fail],
  );
  useEffect(() => {
    if (canUsePasskeys() && isPasskeyKnown()) signIn(true).catch(() => {});
  }, [signIn]);
  if (!canUsePasskeys()) return null;
  const ask = async () => {
    setAsking(true);
    dispatch(formOpened());
    await signIn(false).catch(fail);
    setAsking(false);
  };
  return (
    <>
      <OrLine />
      <Button busy={asking} disabled={disabled} onClick={ask} className="mt-4 w-full">
        {!asking && <KeyRound aria-hidden="true" className="size-5" />}
        {asking ? texts.busy : texts.submit}
      </Button>
    </>
  );
}
