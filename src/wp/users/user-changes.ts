import type { UserHookDraft } from '../../hooks/hook-drafts.ts';
import { storeUrl } from '../../text/clean-url.ts';
import { storePersonName } from '../../text/store-text.ts';
import type { CoreContext } from '../context/core-context.ts';
import { userSlug } from './user-slug.ts';

const names = ['displayName', 'firstName', 'lastName', 'nickname'] as const;

/** The values of a hook, cleaned as those of a request are. */
export async function cleanChanges(
  changes: UserHookDraft,
  { textWork, variant }: Pick<CoreContext, 'textWork' | 'variant'>,
): Promise<UserHookDraft> {
  const cleaned: UserHookDraft = { ...changes };
  for (const name of names) if (cleaned[name] !== undefined) cleaned[name] = storePersonName(cleaned[name]);
  if (cleaned.url !== undefined) cleaned.url = storeUrl(cleaned.url);
  if (cleaned.slug !== undefined) cleaned.slug = userSlug(cleaned.slug, { slash: variant.text.slashInSlug });
  if (cleaned.description !== undefined) {
    const text = { as: 'personDescription', raw: cleaned.description, unfiltered: false } as const;
    const [description = ''] = await textWork.clean([text]);
    cleaned.description = description;
  }
  return cleaned;
}
