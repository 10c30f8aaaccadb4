import type { ComponentProps } from 'react';

/** A link to another site, which opens in a new tab. */
export const OutsideLink = (link: ComponentProps<'a'>) => <a target="_blank" rel="noopener noreferrer" {...link} />;
