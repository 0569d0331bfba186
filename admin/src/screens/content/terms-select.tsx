import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TermKind } from '../terms/term-kind.ts';

interface TermsSelectProps {
  readonly kind: TermKind;
  readonly label: string;
  readonly value: readonly number[];
  readonly onChange: (value: readonly number[]) => void;
}

const shown = 50;

/** Several terms of one taxonomy: the chosen ones, and those that fit what is typed. */
export function TermsSelect({ kind, label, value, onChange }: TermsSelectProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const chosen = useQuery({
    queryKey: [kind.key, 'chosen', value],
    queryFn: ({ signal }) =>
      value.length === 0 ? Promise.resolve([]) : kind.find({ include: value, per_page: 100 }, signal),
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    queryKey: [kind.key, 'listed', search],
    queryFn: ({ signal }) => kind.find({ search, per_page: shown, orderby: 'name' }, signal),
    placeholderData: keepPreviousData,
  });
  const known = new Map([...(chosen.data ?? []), ...(found.data ?? [])].map(({ id, name }) => [String(id), name]));
  const ids = value.map(String);
  for (const id of ids) if (!known.has(id)) known.set(id, `#${id}`);
  return (
    <MultiSelect
      label={label}
      data={[...known].map(([id, name]) => ({ value: id, label: name }))}
      value={ids}
      onChange={(next) => onChange(next.map(Number))}
      searchable
      hidePickedOptions
      searchValue={typed}
      onSearchChange={setTyped}
      maxDropdownHeight={240}
    />
  );
}
