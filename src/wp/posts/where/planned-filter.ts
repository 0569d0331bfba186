import type { Call } from '../../../api/call.ts';
import type { PostFilter, PostOrder, TooBroad } from '../../../storage/store.ts';
import { whereErrors } from './where-errors.ts';

/** The filter as the store reads it at a bounded cost; refused where there is no such way. */
export async function plannedFilter(filter: PostFilter, order: PostOrder, { store }: Call): Promise<PostFilter> {
  if (!filter.where && order.by !== 'meta') return filter;
  const planned = await store.posts.plan(filter, order);
  if (!isTooBroad(planned)) return planned;
  const { missing: keys, most } = planned;
  throw keys.length > 0
    ? whereErrors.platen_missing_index({ keys, most }, { details: { keys } })
    : whereErrors.platen_too_broad({ most });
}

const isTooBroad = (planned: PostFilter | TooBroad): planned is TooBroad => 'missing' in planned;
