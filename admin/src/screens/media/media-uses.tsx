import { List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { TextLink } from '../../ui/links.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { mediaWords } from './words.ts';

/** The route shows no resource of the interface, so that the form of its answer is stated here. */
interface UsesAnswer {
  readonly uses: readonly {
    readonly id: number;
    readonly type: string;
    readonly status: string;
    readonly title: string;
    readonly as: readonly ('featured' | 'content' | 'attached')[];
  }[];
  readonly truncated: boolean;
}

/** The editor of what uses it; other types of content have none here. */
const screenOf = (type: string) => (type === 'post' ? '/posts/$id' : type === 'page' ? '/pages/$id' : null);

/** The posts and pages that show a file. */
export function MediaUses({ id }: { readonly id: number }) {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  const found = useQuery({
    queryKey: ['media', 'uses', id],
    queryFn: async ({ signal }) => (await api.get('/platen/v1/media/{id}/uses', { id }, signal)) as UsesAnswer,
  });
  const { uses = [], truncated = false } = found.data ?? {};
  return (
    <Stack gap={4} component="section" aria-label={own.uses}>
      <Title order={3} size="sm">
        {own.uses}
      </Title>
      {found.isPending && <Skeleton height={20} aria-label={words.common.loading} role="status" />}
      {found.isError && <ErrorState error={found.error} retry={() => void found.refetch()} />}
      {found.data && uses.length === 0 && (
        <Text size="sm" c="dimmed">
          {own.usesNone}
        </Text>
      )}
      <List size="sm" spacing={2}>
        {uses.map((use) => (
          <List.Item key={use.id}>
            {screenOf(use.type) ? (
              <TextLink to={screenOf(use.type) ?? '/'} params={{ id: String(use.id) }} size="sm">
                {use.title || words.common.untitled}
              </TextLink>
            ) : (
              use.title || words.common.untitled
            )}
            <Text span size="xs" c="dimmed" ms={6}>
              {use.as.map((kind) => own.usedAs[kind]).join(', ')}
            </Text>
          </List.Item>
        ))}
      </List>
      {truncated && (
        <Text size="xs" c="dimmed">
          {own.usesMore}
        </Text>
      )}
    </Stack>
  );
}
