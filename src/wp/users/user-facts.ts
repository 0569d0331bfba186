import type { HookUser } from '../../hooks/hook-items.ts';
import type { User } from '../../storage/rows.ts';

/** A user as hooks and fields of extensions see one. */
export function userFacts({ id, login, displayName, slug }: User): HookUser {
  return { id, login, displayName, slug };
}
