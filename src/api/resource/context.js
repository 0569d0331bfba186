import { s } from '../../schema/schema.ts';
/** The argument `context` of every route that shows items. */
export const contextArgument = s.string({
  description: 'How much to show: to readers, inside another answer, or to editors.',
  enum: ['view', 'embed', 'edit'],
  default: 'view',
});
