import type { Call } from '../../../api/call.ts';
import { errors } from '../../../errors.ts';
import type { Direction, MetaOrder } from '../../../storage/store.ts';
import type { ContentKind } from '../content-kind.ts';
import { comparableKey } from './meta-keys.ts';

/** `orderby=meta.price`: the order by a registered key. */
export const metaOrderName = /^meta\..{1,255}$/s;

/** The order by a key that every one of the kinds shows to this caller, with one value per item; null for another order. */
export function metaOrder(
  { orderby, order: direction }: { readonly orderby: string; readonly order: Direction },
  kinds: readonly ContentKind[],
  { caller }: Call,
): MetaOrder | null {
  if (!metaOrderName.test(orderby)) return null;
  const found = comparableKey(kinds, orderby.slice('meta.'.length), caller);
  if (found?.single && found.key.type !== 'boolean' && found.types.length === kinds.length)
    return { by: 'meta', key: found.key, direction };
  const params = { orderby: 'orderby names no meta key that you can sort by here.' };
  throw errors.rest_invalid_param({ params }, { details: { params } });
}
