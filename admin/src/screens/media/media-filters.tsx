import { Group, SegmentedControl, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withoutEntities } from '../../ui/plain-text.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { useLanguage, useOwnWords } from '../../words/words.tsx';
import { tagsQuery } from './library-api.ts';
import { libraryWords } from './library-words.ts';
import { type MediaSearch, mediaKinds, mediaSizes } from './media-search.ts';
import { mediaWords } from './words.ts';

interface MediaFiltersProps {
  readonly search: MediaSearch;
  readonly change: (changes: Partial<Record<keyof MediaSearch, string | number | null>>) => void;
  readonly layout: 'grid' | 'list';
  readonly setLayout: (layout: 'grid' | 'list') => void;
}

const monthsOffered = 60;
const half = { base: 'calc(50% - var(--mantine-spacing-sm) / 2)', sm: 170 };

/** What the files are narrowed by. */
export function MediaFilters({ search, change, layout, setLayout }: MediaFiltersProps) {
  const own = useOwnWords(mediaWords);
  const library = useOwnWords(libraryWords);
  const { code } = useLanguage();
  const tags = useQuery(tagsQuery).data ?? [];
  const [typed, setTyped] = useState(search.search ?? '');
  const apply = useDebouncedCallback((text: string) => change({ search: text }), 300);
  const format = new Intl.DateTimeFormat(code, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const now = new Date();
  const months = Array.from({ length: monthsOffered }, (_, back) => {
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1));
    return { value: month.toISOString().slice(0, 7), label: format.format(month) };
  });
  const sizes = Object.keys(mediaSizes) as (keyof typeof mediaSizes)[];
  const choices = [
    { name: 'kind', label: own.kind, data: mediaKinds.map((value) => ({ value, label: kindWord(own, value) })) },
    { name: 'month', label: library.month, data: months },
    {
      name: 'lacks',
      label: library.attention,
      data: (['alt_text', 'use'] as const).map((value) => ({ value, label: library.lacking[value] })),
    },
    { name: 'size', label: library.size, data: sizes.map((value) => ({ value, label: library.sizes[value] })) },
    ...(tags.length > 0
      ? [
          {
            name: 'tag',
            label: library.anyTag,
            data: tags.map(({ id, name }) => ({ value: String(id), label: withoutEntities(name) })),
          } as const,
        ]
      : []),
  ] as const;
  return (
    <Group mb="md" gap="sm" role="search">
      <SearchField
        value={typed}
        onChange={(text) => {
          setTyped(text);
          apply(text);
        }}
      />
      {choices.map(({ name, label, data }) => (
        <Select
          key={name}
          aria-label={label}
          placeholder={label}
          data={[...data]}
          value={search[name] === undefined ? null : String(search[name])}
          onChange={(value) => change({ [name]: value })}
          clearable
          w={name === 'lacks' ? { ...half, sm: 230 } : half}
        />
      ))}
      <SegmentedControl
        aria-label={own.view}
        data={[
          { value: 'grid', label: own.grid },
          { value: 'list', label: own.list },
        ]}
        value={layout}
        onChange={(value) => setLayout(value === 'list' ? 'list' : 'grid')}
        ms="auto"
      />
    </Group>
  );
}

const kindWord = (own: (typeof mediaWords)['en'], kind: (typeof mediaKinds)[number]): string =>
  own.kinds[kind === 'document' ? 'application' : kind];
