import { Badge, Group, List, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Field } from '../../api/description.ts';
import { useDeclared } from '../../api/known-types.ts';
import { send } from '../../api/request.ts';
import { TextLink } from '../../ui/links.tsx';
import { useOwnWords } from '../../words/words.tsx';
import { addresses, contentKey } from '../content/content-kind.ts';
import { editorWords } from './words.ts';

interface Referring {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  /** The names of the fields that lead here. */
  readonly fields: readonly string[];
}

interface Answer {
  readonly items: readonly Referring[];
  readonly truncated: boolean;
}

/** The items whose fields lead to this one; nothing where there are none. */
export function ReferredBy({ id }: { readonly id: number }) {
  const own = useOwnWords(editorWords);
  const { types } = useDeclared();
  const isAsked = types.some(({ fields }) => fields.some(leadsToItems));
  const { data } = useQuery({
    queryKey: ['related', id],
    queryFn: async ({ signal }) =>
      (await send<Answer>({ method: 'GET', path: `/platen/v1/content/${id}/related`, signal })).body,
    enabled: isAsked,
  });
  if (!data || data.items.length === 0) return null;
  const labelOf = (type: string, name: string): string =>
    types.find((one) => one.name === type)?.fields.find((field) => field.name === name)?.label ?? name;
  const canOpen = (type: string): boolean => types.some(({ name }) => name === type);
  return (
    <section aria-label={own.referredBy}>
      <Title order={2} size="h5" mt="lg" mb="xs">
        {own.referredBy}
      </Title>
      <List size="sm" listStyleType="none">
        {data.items.map((item) => (
          <List.Item key={item.id}>
            <Group gap="xs">
              {canOpen(item.type) ? (
                <TextLink to={addresses.item({ key: contentKey(item.type) }, item.id)} size="sm">
                  {item.title.trim() || `#${item.id}`}
                </TextLink>
              ) : (
                <Text size="sm">{item.title.trim() || `#${item.id}`}</Text>
              )}
              {item.fields.map((name) => (
                <Badge key={name} variant="default">
                  {labelOf(item.type, name)}
                </Badge>
              ))}
            </Group>
          </List.Item>
        ))}
      </List>
      {data.truncated && (
        <Text size="sm" c="dimmed">
          {own.referredByMore}
        </Text>
      )}
    </section>
  );
}

const leadsToItems = (field: Field): boolean =>
  field.kind === 'posts' ||
  field.fields.some(leadsToItems) ||
  field.layouts.some((layout) => layout.fields.some(leadsToItems));
