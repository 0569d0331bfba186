import { s } from '../../lib/schema/schema.ts';

/** How much of an item is shown: to readers, to its editors, or inside another answer. */
export type Context = 'view' | 'edit' | 'embed';

/** The argument `context` of every route that shows items. */
export const contextArgument = s.string({
  description: 'Scope of the response: `view` for readers, `embed` inside another response, `edit` for editors.',
  enum: ['view', 'embed', 'edit'],
  default: 'view',
});
