import { Initial } from '../../components/ui/initial.tsx';

export const ProviderMark = (provider: { readonly id: string; readonly name: string }) => (
  <Initial {...provider} className="size-6 rounded-md text-sm" />
);
