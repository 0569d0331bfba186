import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import type { PostEdit } from '../../api/interface.ts';
import { plainText } from '../../ui/plain-text.ts';
import { addDays, type Day } from './days.ts';

export interface PlannedItem {
  readonly id: number;
  readonly type: 'post' | 'page';
  readonly title: string;
  /** In the time of the site. */
  readonly date: string;
  readonly status: 'future' | 'draft' | 'pending' | 'publish';
}

type Listed = Pick<PostEdit, 'id' | 'title' | 'date' | 'status'>;

const most = 100;
const states = ['future', 'draft', 'pending', 'publish'] as const;

/** What is published, scheduled and planned on these days: posts, and pages for those who edit them. */
export const plannedQuery = (first: Day, last: Day, hasPages: boolean) =>
  queryOptions({
    queryKey: ['calendar', first, last, hasPages],
    queryFn: async ({ signal }) => {
      const query = {
        context: 'edit',
        status: [...states],
        after: `${addDays(first, -1)}T23:59:59`,
        before: `${addDays(last, 1)}T00:00:00`,
        orderby: 'date',
        order: 'asc',
        per_page: most,
        _fields: 'id,title,date,status',
      } as const;
      const [posts, pages] = await Promise.all([
        api.list('/wp/v2/posts', query, signal),
        hasPages ? api.list('/wp/v2/pages', query, signal) : null,
      ]);
      const shown = (type: PlannedItem['type']) => (item: Listed) => ({
        id: item.id,
        type,
        title: plainText(item.title.rendered),
        date: item.date ?? '',
        status: states.find((one) => one === item.status) ?? 'draft',
      });
      const items: PlannedItem[] = [...posts.items.map(shown('post')), ...(pages?.items ?? []).map(shown('page'))];
      return { items, isCut: posts.total > most || (pages?.total ?? 0) > most };
    },
    staleTime: 0,
  });

/** Gives an item another day; the time of the day stays. */
export async function moveTo({ id, type, date }: PlannedItem, day: Day): Promise<void> {
  const fields = { id, date: `${day}${date.slice(10)}` };
  await (type === 'page' ? api.post('/wp/v2/pages/{id}', fields) : api.post('/wp/v2/posts/{id}', fields));
}
