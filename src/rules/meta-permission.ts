import type { Caller } from './capabilities.ts';

/** Who may do something: a capability by its name, or a function of the caller and the id of the item. */
export type MetaPermission = string | ((caller: Caller, ownerId: number) => boolean);

/** The question that a permission answers. */
export const permissionOf = (permission: MetaPermission) =>
  typeof permission === 'function' ? permission : (caller: Caller) => caller.can(permission);
