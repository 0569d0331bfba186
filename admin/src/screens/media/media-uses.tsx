import { List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useDeclared } from '../../api/known-types.ts';
import { TextLink } from '../../ui/links.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { addresses, contentKey } from '../content/content-kind.ts';
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

/** What shows a file. */
export function MediaUses({ id }: { readonly id: number }) {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  const { types } = useDeclared();
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
            {types.some(({ name }) => name === use.type) ? (
              <TextLink to={addresses.item({ key: contentKey(use.type) }, use.id)} size="sm">
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
