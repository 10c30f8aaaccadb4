import { lazyPart } from '../../lib/lazy-part.tsx';

/** Loads the forms on demand, because form validation is by far the largest part of the page. */
export const loadForms = () => import('./forms.tsx');

export const ChangeEmailForm = lazyPart(() => loadForms().then((forms) => ({ default: forms.ChangeEmailForm })));
export const ChangePasswordForm = lazyPart(() => loadForms().then((forms) => ({ default: forms.ChangePasswordForm })));
export const LinkForm = lazyPart(() => loadForms().then((forms) => ({ default: forms.LinkForm })));
export const NewTokenForm = lazyPart(() => loadForms().then((forms) => ({ default: forms.NewTokenForm })));
