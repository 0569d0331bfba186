import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { Section } from '../users/account/section.tsx';
import { type Connection, ConnectionRow } from './connection-row.tsx';
import { appWords } from './words.ts';

const path = '/platen/v1/users/{user_id}/apps';

/** The apps that an account gave access; nothing where there are none. */
export function OwnApps({ userId, isOwn }: { readonly userId: number; readonly isOwn: boolean }) {
  const all = useWords();
  const words = useOwnWords(appWords);
  const client = useQueryClient();
  const queryKey = ['users', 'apps', userId];
  const list = useQuery({ queryKey, queryFn: ({ signal }) => api.get(path, { user_id: userId }, signal) });
  const settled = { onSettled: () => client.invalidateQueries({ queryKey }) };
  const failed = (error: unknown) => notifyFailed(all, all.states.notSaved, error);
  const endOne = useMutation({
    mutationFn: (one: Connection) => api.delete(`${path}/{connection}`, { user_id: userId, connection: one.id }),
    onSuccess: (_, { app }) => notifyDone(all, words.ended(app)),
    onError: failed,
    ...settled,
  });
  const endAll = useMutation({
    mutationFn: async () => (await api.delete(path, { user_id: userId })).count,
    onSuccess: (count) => notifyDone(all, words.allEnded(count)),
    onError: failed,
    ...settled,
  });
  const connections = list.data ?? [];
  if (connections.length === 0) return null;
  return (
    <Section title={words.title} text={isOwn ? words.own : words.text}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={words.title}>
        {connections.map((one) => (
          <ConnectionRow
            key={one.id}
            one={one}
            isEnding={endOne.isPending && endOne.variables.id === one.id}
            end={() => endOne.mutate(one)}
          />
        ))}
      </Stack>
      {connections.length > 1 && (
        <Group>
          <Button variant="default" loading={endAll.isPending} onClick={() => endAll.mutate()}>
            {words.endAll}
          </Button>
        </Group>
      )}
    </Section>
  );
}
