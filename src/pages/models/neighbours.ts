import type { Post } from '../../storage/rows.ts';
import type { LinkModel } from '../../theme/basic-models.ts';
import type { PageWork } from '../page-context.ts';
import { listedStatuses, pageLinks, pageVisibility } from '../targets/visible-posts.ts';
import { plainOf } from './plain.ts';

/** A link to the post before or after one, and its title as stored. */
interface NeighbourModel extends LinkModel {
  readonly title: string;
}

export interface Neighbours {
  readonly previous: NeighbourModel | null;
  readonly next: NeighbourModel | null;
}

/** The posts of its type before and after one, by date, that the reader may see. */
export async function loadNeighbours(work: Pick<PageWork, 'call' | 'core'>, post: Post): Promise<Neighbours> {
  const filter = {
    types: [post.type],
    visibility: pageVisibility(work),
    statuses: listedStatuses(work),
    notIds: [post.id],
  };
  const one = { limit: 1, offset: 0 };
  const [[before], [after]] = await Promise.all([
    work.call.store.posts.find({ ...filter, before: post.date }, { by: 'date', direction: 'desc' }, one),
    work.call.store.posts.find({ ...filter, after: post.date }, { by: 'date', direction: 'asc' }, one),
  ]);
  const links = await pageLinks(
    work,
    [before, after].filter((found) => found !== undefined),
  );
  const link = (found: Post | undefined): NeighbourModel | null =>
    found ? { label: plainOf(found.title) || '(no title)', url: links.get(found.id) ?? '', title: found.title } : null;
  return { previous: link(before), next: link(after) };
}
