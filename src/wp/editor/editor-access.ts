import type { Call } from '../../api/call.ts';
import type { ApiError } from '../../lib/errors.ts';
import { type Caller, capabilityTo } from '../../rules/capabilities.ts';
import { isShownType, type PostType } from '../../rules/post-types.ts';

/** The capability to change the look of the site. */
export const themeCapability = 'edit_theme_options';

/** Whether the caller writes something on the site, of whatever type. */
export function isWriter(types: readonly PostType[], { caller }: { readonly caller: Caller }): boolean {
  return caller.can('edit_posts') || types.filter(isShownType).some((type) => caller.can(capabilityTo('edit', type)));
}

/** A permission check for those who write something on the site. */
export const writesContent =
  (types: readonly PostType[], refuse: () => ApiError) =>
  (_input: unknown, call: Call): void => {
    if (!isWriter(types, call)) throw refuse();
  };
