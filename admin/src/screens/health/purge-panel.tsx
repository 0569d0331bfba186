import { Button, Group, Paper, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { isRefused } from '../../api/refused.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { cacheWords } from './cache-words.ts';
import { healthApi } from './health-api.ts';
import { healthWords } from './words.ts';

type By = 'address' | 'tags' | 'all';

/** Drops cached answers: what shows the thing at an address, what depends on tags, or everything. */
export function PurgePanel() {
  const all = useWords();
  const { cache: words } = useOwnWords(healthWords);
  const own = useOwnWords(cacheWords);
  const client = useQueryClient();
  const [by, setBy] = useState<By>('address');
  const [typed, setTyped] = useState('');
  const purge = useMutation({
    mutationFn: async () => healthApi.purge(await tagsFor(by, typed)),
    onSuccess: async () => {
      notifyDone(all, words.purged);
      setTyped('');
      await client.invalidateQueries({ queryKey: ['cache'] });
    },
  });
  const isNowhere = isRefused(purge.error, 'platen_nothing_at_path');
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.purge}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          purge.mutate();
        }}
      >
        <Stack maw={480}>
          <div>
            <Title order={2}>{words.purge}</Title>
            <Text size="sm" c="dimmed">
              {words.purgeText}
            </Text>
          </div>
          <SegmentedControl
            aria-label={own.purgeBy}
            data={Object.entries(own.by).map(([value, label]) => ({ value, label }))}
            value={by}
            // Only names of the list can be chosen.
            onChange={(value) => {
              setBy(value as By);
              purge.reset();
            }}
          />
          {by !== 'all' && (
            <TextInput
              label={by === 'address' ? own.purgeAddress : words.tags}
              description={by === 'address' ? own.purgeAddressHint : words.tagsHint}
              required
              value={typed}
              error={isNowhere ? own.notFound : undefined}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {purge.isError && !isNowhere && <ErrorState title={all.states.notSaved} error={purge.error} />}
          <Group>
            <Button type="submit" variant="default" loading={purge.isPending}>
              {words.purge}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

async function tagsFor(by: By, typed: string): Promise<readonly string[]> {
  if (by === 'all') return [];
  if (by === 'tags') return typed.split(/[\s,]+/).filter((tag) => tag !== '');
  return [tagOf((await api.get('/platen/v1/path', { path: typed.trim() })) as Found)];
}

/** What the route for paths tells of what stands there. */
interface Found {
  readonly kind: string;
  readonly id?: number | null;
}

const kindsWithId: Readonly<Record<string, string>> = { item: 'post', posts: 'post', term: 'term', author: 'user' };

/** The tag on which everything depends that shows it; lists depend on all posts. */
function tagOf({ kind, id }: Found): string {
  const name = kindsWithId[kind];
  return name && id ? `${name}:${id}` : 'posts';
}
