import { Button, Center, Paper, Select, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Routes } from '../../api/interface.ts';
import { TextLink } from '../../ui/links.tsx';
import { ListStates } from '../../ui/list-states.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { gmtMoment } from '../users/account/moment.ts';
import { PasswordRow } from '../users/account/password-row.tsx';
import { RevokeDialog } from '../users/account/revoke-dialog.tsx';
import { keyWords } from './words.ts';

const path = '/platen/v1/application-passwords';

type Key = Routes[typeof path]['GET']['edit']['items'][number];

const kinds = ['every', 'whole', 'unused', 'over'] as const;
type Kind = (typeof kinds)[number];

const longMs = 90 * 86_400_000;

const isOf: Readonly<Record<Kind, (key: Key, nowMs: number) => boolean>> = {
  every: () => true,
  whole: ({ scopes }) => scopes === null,
  unused: ({ last_used, created }, nowMs) => nowMs - gmtMoment(last_used ?? created).getTime() > longMs,
  over: ({ expires }, nowMs) => expires !== null && gmtMoment(expires).getTime() <= nowMs,
};

/** What programs log in with, of all accounts. */
export function KeysScreen() {
  const { screens } = useWords();
  const words = useOwnWords(keyWords);
  const [kind, setKind] = useState<Kind>('every');
  const [revoked, setRevoked] = useState<Key | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['users', 'passwords', 'all'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: cursor, signal }) => api.get(path, cursor === undefined ? {} : { cursor }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = all.filter((one) => isOf[kind](one, Date.now()));
  return (
    <Screen title={screens.keys}>
      <Text c="dimmed" mb="md">
        {words.text}
      </Text>
      <ListStates query={list} count={all.length} empty={{ title: words.none, text: words.noneText }}>
        <Stack gap="md" align="stretch">
          <Kinds kind={kind} choose={setKind} />
          <Paper withBorder p="md">
            {shown.length === 0 && (
              <Text size="sm" role="status">
                {words.noMatch}
              </Text>
            )}
            <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label={screens.keys}>
              {shown.map((one) => (
                <PasswordRow
                  key={one.uuid}
                  one={one}
                  owner={
                    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                      <TextLink to="/users/$id" params={{ id: String(one.user) }} c="inherit">
                        {words.account(one.user_name)}
                      </TextLink>
                    </Text>
                  }
                >
                  <Button
                    variant="subtle"
                    size="compact-md"
                    color="red"
                    aria-label={words.revokeOf(one.name, one.user_name)}
                    onClick={() => setRevoked(one)}
                  >
                    {words.revoke}
                  </Button>
                </PasswordRow>
              ))}
            </Stack>
          </Paper>
        </Stack>
      </ListStates>
      {list.hasNextPage && (
        <Center mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words.more}
          </Button>
        </Center>
      )}
      {revoked && <RevokeDialog userId={revoked.user} one={revoked} close={() => setRevoked(null)} />}
    </Screen>
  );
}

function Kinds({ kind, choose }: { readonly kind: Kind; readonly choose: (kind: Kind) => void }) {
  const words = useOwnWords(keyWords);
  return (
    <Select
      label={words.show}
      value={kind}
      onChange={(value) => choose(kinds.find((one) => one === value) ?? 'every')}
      data={kinds.map((value) => ({ value, label: words[value] }))}
      allowDeselect={false}
      maw="18rem"
    />
  );
}
