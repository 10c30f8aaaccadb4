import { Spinner } from '../../components/ui/spinner.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';

/** Loads the forms on demand, because form validation is by far the largest part of the page. */
export const loadForms = () => import('./forms.tsx');
type Forms = Awaited<ReturnType<typeof loadForms>>;

const place = <Spinner className="appears-late" />;
const part = <Name extends keyof Forms>(name: Name) => lazyPart(loadForms, name, place);

export const ChangeEmailForm = part('ChangeEmailForm');
export const ChangePasswordForm = part('ChangePasswordForm');
export const LinkForm = part('LinkForm');
export const NewTokenForm = part('NewTokenForm');
