import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import type { SessionEdit } from '../../../api/interface.ts';
import { LoadStates } from '../../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../../ui/notify.tsx';
import { useDates, useOwnWords, useWords } from '../../../words/words.tsx';
import { deviceOf, placeOf } from './device.ts';
import { gmtMoment } from './moment.ts';
import { Section } from './section.tsx';
import { accountWords } from './words.ts';

const path = '/platen/v1/users/{user_id}/sessions';

/** The browsers in which an account is logged in. */
export function Sessions({ userId, isOwn }: { readonly userId: number; readonly isOwn: boolean }) {
  const all = useWords();
  const { sessions: words } = useOwnWords(accountWords);
  const client = useQueryClient();
  const queryKey = ['users', 'sessions', userId];
  const list = useQuery({ queryKey, queryFn: ({ signal }) => api.get(path, { user_id: userId }, signal) });
  const endAll = useMutation({
    mutationFn: async () => {
      const answer = await api.delete(path, { user_id: userId });
      // Ending all of them answers with how many there were.
      return answer.count;
    },
    onSuccess: async (count) => {
      notifyDone(all, words.allEnded(count));
      await client.invalidateQueries({ queryKey });
    },
    onError: (error) => notifyFailed(all, all.states.notSaved, error),
  });
  const sessions = list.data ?? [];
  const others = sessions.filter(({ current }) => !current);
  return (
    <Section title={words.title} text={words.text}>
      <LoadStates query={list} rows={2} />
      {list.data && sessions.length === 0 && <Text size="sm">{words.empty}</Text>}
      {sessions.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={words.title}>
          {sessions.map((one) => (
            <SessionRow key={one.id} userId={userId} one={one} />
          ))}
        </Stack>
      )}
      {others.length > 0 && (isOwn || sessions.length > 1) && (
        <Group>
          <Button variant="default" loading={endAll.isPending} onClick={() => endAll.mutate()}>
            {isOwn ? words.endOthers : words.endAll}
          </Button>
        </Group>
      )}
    </Section>
  );
}

function SessionRow({ userId, one }: { readonly userId: number; readonly one: SessionEdit }) {
  const all = useWords();
  const { sessions: words } = useOwnWords(accountWords);
  const dates = useDates();
  const client = useQueryClient();
  const { browser, system } = deviceOf(one.user_agent);
  const device = browser && system ? words.on(browser, system) : (browser ?? system ?? words.unknown);
  const place = placeOf(one.address);
  const end = useMutation({
    mutationFn: () => api.delete(`${path}/{session}`, { user_id: userId, session: one.id }),
    onSuccess: () => notifyDone(all, words.ended(device)),
    onError: (error) => notifyFailed(all, all.states.notSaved, error),
    onSettled: () => client.invalidateQueries({ queryKey: ['users', 'sessions', userId] }),
  });
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600} title={one.user_agent}>
            {device}
          </Text>
          {one.current && <Badge color="sea">{words.here}</Badge>}
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {place === 'elsewhere' ? one.address : `${one.address} (${words[place]})`}
          {' · '}
          {words.seen(dates.minute(gmtMoment(one.last_seen)))}
          {' · '}
          {words.began(dates.minute(gmtMoment(one.created)))}
        </Text>
      </div>
      {!one.current && (
        <Button
          variant="subtle"
          size="compact-md"
          color="red"
          style={{ flexShrink: 0 }}
          loading={end.isPending}
          aria-label={words.endOne(device)}
          onClick={() => end.mutate()}
        >
          {words.end}
        </Button>
      )}
    </Group>
  );
}
