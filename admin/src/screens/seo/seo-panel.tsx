import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords } from '../../words/words.tsx';
import { seoQuery } from './seo-api.ts';
import { SearchResult } from './seo-previews.tsx';
import { seoWords } from './words.ts';

const SeoDialog = lazyDialog(
  () => import('./seo-dialog.tsx'),
  (m) => m.SeoDialog,
);

interface SeoPanelProps {
  /** Null until the server has it. */
  readonly id: number | null;
  readonly name: string;
}

/** How an item is found, beside its editor. */
export function SeoPanel({ id, name }: SeoPanelProps) {
  const own = useOwnWords(seoWords);
  return id === null ? (
    <Text size="sm" c="dimmed">
      {own.notYet}
    </Text>
  ) : (
    <StoredSeo id={id} name={name} />
  );
}

function StoredSeo({ id, name }: { readonly id: number; readonly name: string }) {
  const own = useOwnWords(seoWords);
  const subject = { kind: 'item', id } as const;
  const [isEditing, setEditing] = useState(false);
  const { data, error } = useQuery(seoQuery(subject));
  if (error) return <ErrorState error={error} />;
  return (
    <Stack gap="xs">
      {data ? <SearchResult shown={data.shown} /> : <Skeleton h={80} />}
      <Button size="compact-sm" variant="default" onClick={() => setEditing(true)} style={{ alignSelf: 'start' }}>
        {own.edit}
      </Button>
      {isEditing && <SeoDialog subject={subject} name={name} close={() => setEditing(false)} />}
    </Stack>
  );
}
