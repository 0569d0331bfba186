import { Button, Checkbox, Group, ScrollArea, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useMay } from '../../api/me.ts';
import { withoutEntities } from '../../ui/plain-text.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useWords } from '../../words/words.tsx';

interface CategoryPickerProps {
  readonly value: readonly number[];
  readonly onChange: (value: readonly number[]) => void;
}

const shown = 50;

/** The chosen categories and those that fit what is typed; a new one is made on the fly. */
export function CategoryPicker({ value, onChange }: CategoryPickerProps) {
  const { editor, common, states } = useWords();
  const may = useMay();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const chosen = useQuery({
    queryKey: ['categories', 'chosen', value],
    queryFn: ({ signal }) =>
      value.length === 0
        ? Promise.resolve([])
        : api.get(
            '/wp/v2/categories',
            { context: 'view', include: [...value], per_page: 100, _fields: 'id,name' },
            signal,
          ),
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    queryKey: ['categories', 'found', search],
    queryFn: ({ signal }) =>
      api.get(
        '/wp/v2/categories',
        {
          context: 'view',
          search,
          per_page: shown,
          orderby: search ? 'name' : 'count',
          order: search ? 'asc' : 'desc',
          _fields: 'id,name',
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const create = useMutation({
    mutationFn: (name: string) => api.post('/wp/v2/categories', { name }),
    onSuccess: async (made) => {
      setTyped('');
      onChange([...value, made.id]);
      await client.invalidateQueries({ queryKey: ['categories'] });
    },
  });
  const offered = [...new Map([...(chosen.data ?? []), ...(found.data ?? [])].map((term) => [term.id, term])).values()];
  const isKnown = offered.some(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());
  return (
    <Stack gap="xs">
      <TextInput
        label={editor.categories}
        placeholder={common.search}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        type="search"
      />
      {found.isError && <ErrorState error={found.error} retry={() => void found.refetch()} />}
      <ScrollArea.Autosize mah={220} scrollbars="y" role="group" aria-label={editor.categories}>
        <Stack gap={6} p={4} style={{ overflowWrap: 'anywhere' }}>
          {offered.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={withoutEntities(name)}
              checked={value.includes(id)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...value, id] : value.filter((one) => one !== id))
              }
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      {typed.trim() !== '' && !isKnown && may('manage_categories') && (
        <Group>
          <Button
            size="compact-sm"
            variant="light"
            loading={create.isPending}
            onClick={() => create.mutate(typed.trim())}
          >
            {editor.add}: {typed.trim()}
          </Button>
        </Group>
      )}
      {create.isError && <ErrorState title={states.notSaved} error={create.error} />}
    </Stack>
  );
}
