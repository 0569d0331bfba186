import { Button, Group, Loader, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { plainText } from '../../ui/plain-text.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { type Item, labelOf, newItem } from './menu-api.ts';
import { menuWords } from './words.ts';

interface Found {
  readonly id: number;
  readonly title: string;
  readonly url: string;
}

interface FoundKind {
  readonly type: 'post_type' | 'taxonomy';
  readonly object: string;
  find(search: string, signal: AbortSignal): Promise<readonly Found[]>;
}

const shown = { per_page: 8, _fields: 'id,title,name,link' } as const;
const content = ({ id, title, link }: { id: number; title: { rendered: string }; link: string }): Found => ({
  id,
  title: plainText(title.rendered),
  url: link,
});
const term = ({ id, name, link }: { id: number; name: string; link: string }): Found => ({
  id,
  title: plainText(name),
  url: link,
});

/** What can be looked for. */
const kinds: Readonly<Record<'pages' | 'posts' | 'categories' | 'tags', FoundKind>> = {
  pages: {
    type: 'post_type',
    object: 'page',
    find: async (search, signal) =>
      (await api.list('/wp/v2/pages', { ...shown, search, orderby: 'title', order: 'asc' }, signal)).items.map(content),
  },
  posts: {
    type: 'post_type',
    object: 'post',
    find: async (search, signal) => (await api.list('/wp/v2/posts', { ...shown, search }, signal)).items.map(content),
  },
  categories: {
    type: 'taxonomy',
    object: 'category',
    find: async (search, signal) => (await api.list('/wp/v2/categories', { ...shown, search }, signal)).items.map(term),
  },
  tags: {
    type: 'taxonomy',
    object: 'post_tag',
    find: async (search, signal) => (await api.list('/wp/v2/tags', { ...shown, search }, signal)).items.map(term),
  },
};

type KindName = keyof typeof kinds | 'custom';

/** Finds what a menu can lead to, and adds it at the end. */
export function AddItems({ add }: { readonly add: (item: Item) => void }) {
  const words = useWords();
  const own = useOwnWords(menuWords);
  const [kind, setKind] = useState<KindName>('pages');
  const take = (item: Item) => {
    add(item);
    notifyDone(words, own.added(labelOf(item)));
  };
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {own.add}
      </Title>
      <Select
        aria-label={own.kind}
        allowDeselect={false}
        data={Object.entries(own.kinds).map(([value, label]) => ({ value, label }))}
        value={kind}
        // Only names of the list can be chosen.
        onChange={(value) => setKind((value ?? 'pages') as KindName)}
      />
      {kind === 'custom' ? <AddAddress add={take} /> : <AddFound key={kind} kind={kind} add={take} />}
    </Stack>
  );
}

function AddFound({ kind, add }: { readonly kind: keyof typeof kinds; readonly add: (item: Item) => void }) {
  const words = useWords();
  const own = useOwnWords(menuWords);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const { type, object, find } = kinds[kind];
  const found = useQuery({
    queryKey: ['menus', 'found', kind, search],
    queryFn: ({ signal }) => find(search, signal),
    placeholderData: keepPreviousData,
  });
  const itemOf = ({ id, title, url }: Found): Item =>
    newItem({ type, object, object_id: id, target_title: title, url, type_label: own.kindOf[kind] });
  return (
    <>
      <TextInput
        aria-label={own.find}
        placeholder={own.find}
        type="search"
        value={typed}
        rightSection={found.isFetching ? <Loader size={16} /> : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.isError && <ErrorState error={found.error} retry={() => void found.refetch()} />}
      {found.data?.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {own.nothingFound}
        </Text>
      )}
      <Stack gap={4} role="list" aria-label={own.kinds[kind]}>
        {found.data?.map((one) => (
          <Group key={one.id} role="listitem" justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" truncate>
              {one.title || words.common.untitled}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={own.addNamed(one.title || words.common.untitled)}
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() => add(itemOf(one))}
            >
              {own.addItem}
            </Button>
          </Group>
        ))}
      </Stack>
    </>
  );
}

function AddAddress({ add }: { readonly add: (item: Item) => void }) {
  const own = useOwnWords(menuWords);
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add(newItem({ type: 'custom', type_label: own.kindOf.custom, url: url.trim(), title: title.trim() }));
    setUrl('');
    setTitle('');
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={own.address}
          description={own.addressHint}
          required
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput label={own.label} required value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
        <Button type="submit" variant="default" leftSection={<Plus size={16} aria-hidden />}>
          {own.addItem}
        </Button>
      </Stack>
    </form>
  );
}
