import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { isRefused } from '../../api/refused.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useWords } from '../../words/words.tsx';

interface TagPickerProps {
  readonly value: readonly number[];
  readonly onChange: (value: readonly number[]) => void;
}

/** Tags by their names; one that does not exist yet is made. */
export function TagPicker({ value, onChange }: TagPickerProps) {
  const { editor } = useWords();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [search] = useDebouncedValue(typed, 250);
  const chosen = useQuery({
    queryKey: ['tags', 'chosen', value],
    queryFn: ({ signal }) =>
      value.length === 0
        ? Promise.resolve([])
        : api.get('/wp/v2/tags', { context: 'view', include: [...value], per_page: 100, _fields: 'id,name' }, signal),
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    queryKey: ['tags', 'found', search],
    queryFn: ({ signal }) =>
      api.get('/wp/v2/tags', { context: 'view', search, per_page: 20, _fields: 'id,name' }, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const known = new Map([...(found.data ?? []), ...(chosen.data ?? [])].map(({ id, name }) => [name, id]));

  const change = async (names: string[]) => {
    setFailure(null);
    try {
      const ids = await Promise.all(names.map(async (name) => known.get(name) ?? (await findOrMake(name))));
      onChange([...new Set(ids)]);
      await client.invalidateQueries({ queryKey: ['tags'] });
    } catch (error) {
      setFailure(error);
    }
  };

  return (
    <>
      <TagsInput
        label={editor.tags}
        placeholder={editor.tagsHint}
        mt="sm"
        data={(found.data ?? []).map(({ name }) => name)}
        value={(chosen.data ?? []).map(({ name }) => name)}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(names) => void change(names)}
      />
      {failure !== null && <ErrorState error={failure} />}
    </>
  );
}

/** Names are compared as the server compares them: it refuses one that is there, and says which it is. */
async function findOrMake(name: string): Promise<number> {
  try {
    return (await api.post('/wp/v2/tags', { name })).id;
  } catch (error) {
    if (!isRefused(error, 'term_exists')) throw error;
    const same = await api.get('/wp/v2/tags', { context: 'view', search: name, per_page: 100, _fields: 'id,name' });
    const found = same.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
    if (!found) throw error;
    return found.id;
  }
}
