import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../words/words.tsx';

const pauseMs = 300;

/** The words a list is searched for, and its page; other words begin at the first page. */
export function useListSearch() {
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, pauseMs);
  const type = (text: string) => {
    setTyped(text);
    setPage(1);
  };
  return { page, setPage, search, field: { value: typed, onChange: type } };
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Where the words to look for are typed. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const { common } = useWords();
  return (
    <TextInput
      aria-label={common.search}
      placeholder={common.search}
      leftSection={<Search size={16} aria-hidden />}
      type="search"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      style={{ flex: '1 1 160px' }}
      miw={160}
    />
  );
}
