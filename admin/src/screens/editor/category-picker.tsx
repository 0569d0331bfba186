import { Button, Checkbox, Group, ScrollArea, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useWords } from '../../words/words.tsx';
import type { TermKind } from '../terms/term-kind.ts';

interface CategoryPickerProps {
  readonly kind: TermKind;
  readonly value: readonly number[];
  readonly onChange: (value: readonly number[]) => void;
}

const shown = 50;

/** The chosen terms of a tree and those that fit what is typed; a new one is made on the fly. */
export function CategoryPicker({ kind, value, onChange }: CategoryPickerProps) {
  const words = useWords();
  const { editor, common, states } = words;
  const { title } = kind.words(words);
  const may = useMay();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const chosen = useQuery({
    queryKey: [kind.key, 'chosen', value],
    queryFn: ({ signal }) =>
      value.length === 0 ? Promise.resolve([]) : kind.find({ include: value, per_page: 100 }, signal),
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    queryKey: [kind.key, 'found', search],
    queryFn: ({ signal }) =>
      kind.find(
        {
          search,
          per_page: shown,
          orderby: search ? 'name' : 'count',
          order: search ? 'asc' : 'desc',
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const create = useMutation({
    mutationFn: (name: string) => kind.create({ name }),
    onSuccess: async (made) => {
      setTyped('');
      onChange([...value, made.id]);
      await client.invalidateQueries({ queryKey: [kind.key] });
    },
  });
  const offered = [...new Map([...(chosen.data ?? []), ...(found.data ?? [])].map((term) => [term.id, term])).values()];
  const isKnown = offered.some(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());
  return (
    <Stack gap="xs">
      <TextInput
        label={title}
        placeholder={common.search}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        type="search"
      />
      {found.isError && <ErrorState error={found.error} retry={() => void found.refetch()} />}
      <ScrollArea.Autosize mah={220} scrollbars="y" role="group" aria-label={title}>
        <Stack gap={6} p={4} style={{ overflowWrap: 'anywhere' }}>
          {offered.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={value.includes(id)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...value, id] : value.filter((one) => one !== id))
              }
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      {typed.trim() !== '' && !isKnown && may(kind.taxonomy.capabilities.edit) && (
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
