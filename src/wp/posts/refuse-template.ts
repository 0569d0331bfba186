import type { RefuseStored } from '../../api/routing/route.ts';
import { Refusal } from '../../lib/schema/schema.ts';
import { templateKey } from './operations/post-relations.ts';

/** Refuses a template that no theme has where the variant does, unless the row has it already. */
export const refuseTemplate: RefuseStored = async ({ template, id }, call) => {
  if (!call.variant.content.refusesTemplates || template === undefined || template === null || template === '')
    return null;
  // Visitors may change nothing, and learn nothing of what is stored.
  const postId = call.caller.userId > 0 ? Number(id) : 0;
  const rows = postId > 0 ? await call.store.meta.of('post', [postId], [templateKey]) : null;
  if (rows?.get(postId)?.[0]?.value === template) return null;
  return { template: new Refusal('template must be one that the theme has.') };
};
