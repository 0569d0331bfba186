import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isRefused } from '../../api/refused.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useWords } from '../../words/words.tsx';
import type { TermKind } from '../terms/term-kind.ts';

interface Tag {
  readonly id: number;
  readonly name: string;
}

interface TagPickerProps {
  readonly kind: TermKind;
  readonly value: readonly number[];
  readonly onChange: (value: readonly number[]) => void;
}

/** Terms without a tree by their names; one that does not exist yet is made. */
export function TagPicker({ kind, value, onChange }: TagPickerProps) {
  const words = useWords();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  /** Those of this visit, and the names of those that are still under way. */
  const [made, setMade] = useState<readonly Tag[]>([]);
  const [making, setMaking] = useState<readonly string[]>([]);
  // Several may be made at once: each is added to what is chosen when it is there, not to what was chosen before.
  const latest = useRef(value);
  latest.current = value;
  const [search] = useDebouncedValue(typed, 250);
  const chosen = useQuery({
    queryKey: [kind.key, 'chosen', value],
    queryFn: ({ signal }) =>
      value.length === 0 ? Promise.resolve([]) : kind.find({ include: value, per_page: 100 }, signal),
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    queryKey: [kind.key, 'found', search],
    queryFn: ({ signal }) => kind.find({ search, per_page: 20 }, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const known = new Map([...made, ...(found.data ?? []), ...(chosen.data ?? [])].map(({ id, name }) => [id, name]));
  const shown = value.flatMap((id) => known.get(id) ?? []);

  const put = (ids: readonly number[]) => {
    latest.current = [...new Set(ids)];
    onChange(latest.current);
  };
  const add = async (name: string) => {
    const [id] = [...known].find(([, one]) => one === name) ?? [];
    if (id !== undefined) return put([...latest.current, id]);
    setMaking((names) => [...names, name]);
    try {
      const tag = await findOrMake(kind, name);
      setMade((tags) => [...tags, tag]);
      put([...latest.current, tag.id]);
      await client.invalidateQueries({ queryKey: [kind.key, 'found'] });
    } catch (error) {
      setFailure(error);
    } finally {
      setMaking((names) => names.filter((one) => one !== name));
    }
  };
  const change = (names: readonly string[]) => {
    setFailure(null);
    const removed = shown.filter((name) => !names.includes(name));
    if (removed.length > 0) put(latest.current.filter((id) => !removed.includes(known.get(id) ?? '')));
    for (const name of names) if (!shown.includes(name) && !making.includes(name)) void add(name);
  };

  return (
    <>
      <TagsInput
        label={kind.words(words).title}
        placeholder={words.editor.tagsHint}
        data={(found.data ?? []).map(({ name }) => name)}
        value={[...shown, ...making.filter((name) => !shown.includes(name))]}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={change}
      />
      {failure !== null && <ErrorState error={failure} />}
    </>
  );
}

/** Names are compared as the server compares them: it refuses one that is there, and says which it is. */
async function findOrMake(kind: TermKind, name: string): Promise<Tag> {
  try {
    return await kind.create({ name });
  } catch (error) {
    if (!isRefused(error, 'term_exists')) throw error;
    const same = await kind.find({ search: name, per_page: 100 });
    const found = same.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
    if (!found) throw error;
    return found;
  }
}
