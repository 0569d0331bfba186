import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useMay } from '../../api/me.ts';
import { TextLink } from '../../ui/links.tsx';
import { plainText } from '../../ui/plain-text.ts';
import { useDates, useWords } from '../../words/words.tsx';
import { Card } from './card.tsx';

const shownItems = 5;

interface ItemsCardProps {
  readonly title: string;
  readonly none: string;
  readonly status: 'draft' | 'publish' | 'future';
  /** Only those of this account. */
  readonly author?: number;
}

/** The posts and pages of one state: drafts by the last work on them, the others by their day. */
export function ItemsCard({ title, none, status, author }: ItemsCardProps) {
  const words = useWords();
  const dates = useDates();
  const may = useMay();
  const day = status === 'draft' ? 'modified' : 'date';
  const order = status === 'future' ? 'asc' : 'desc';
  const hasPages = may('edit_pages');
  const items = useQuery({
    queryKey: ['overview', 'items', status, author],
    queryFn: async ({ signal }) => {
      const query = {
        context: may('edit_posts') ? ('edit' as const) : ('view' as const),
        status: [status],
        per_page: shownItems,
        orderby: day,
        order,
        ...(author ? { author: [author] } : {}),
        _fields: `id,title,type,${day},link`,
      } as const;
      const found = await Promise.all([
        api.get('/wp/v2/posts', query, signal),
        hasPages ? api.get('/wp/v2/pages', query, signal) : [],
      ]);
      const sign = order === 'asc' ? 1 : -1;
      return found
        .flat()
        .sort((one, other) => sign * (one[day] ?? '').localeCompare(other[day] ?? ''))
        .slice(0, shownItems);
    },
    // Whoever comes back from the editor sees what was done there.
    staleTime: 0,
  });
  return (
    <Card title={title} isLoading={items.isPending} error={items.error} retry={() => void items.refetch()}>
      {items.data?.length === 0 && <Text c="dimmed">{none}</Text>}
      {items.data?.map((item) => {
        const name = plainText(item.title.rendered) || words.common.untitled;
        const isPage = item.type === 'page';
        return (
          <div key={item.id}>
            {may(isPage ? 'edit_pages' : 'edit_posts') ? (
              <TextLink to={isPage ? '/pages/$id' : '/posts/$id'} params={{ id: String(item.id) }} fw={600} c="inherit">
                {name}
              </TextLink>
            ) : (
              <Anchor href={item.link} fw={600} c="inherit">
                {name}
              </Anchor>
            )}
            <Group gap={6}>
              <Text size="xs" c="dimmed">
                {[item[day] && dates.minute(new Date(item[day])), isPage && words.overview.page]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Group>
          </div>
        );
      })}
    </Card>
  );
}
