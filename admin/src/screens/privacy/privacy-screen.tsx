import { Alert, Button, Group, Paper, SegmentedControl, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Routes } from '../../api/interface.ts';
import { Refused } from '../../api/refused.ts';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { AccountSelect } from './account-select.tsx';
import type { PersonAsked } from './person-asked.ts';
import { PersonForms } from './person-forms.tsx';
import { PersonRequests } from './person-requests.tsx';
import { type PrivacyWords, privacyWords } from './words.ts';

type Planned = Routes['/platen/v1/personal-data/plan']['POST']['edit'];
type PlanRow = Planned['plan'][number];

/** What the site has of people: given out, or erased. */
export function PrivacyScreen() {
  const words = useWords();
  const own = useOwnWords(privacyWords);
  const client = useQueryClient();
  const [by, setBy] = useState<'user' | 'email'>('user');
  const [user, setUser] = useState<string | null>(null);
  const [email, setEmail] = useState('');
  const asked: PersonAsked = by === 'user' ? { user: Number(user) } : { email: email.trim() };
  const plan = useMutation({ mutationFn: () => api.post('/platen/v1/personal-data/plan', asked) });
  const refusals = plan.error instanceof Refused ? plan.error.fields : {};
  const begun = async () => {
    plan.reset();
    await client.invalidateQueries({ queryKey: ['personal-data'] });
  };
  return (
    <Screen title={words.screens.privacy}>
      <Text c="dimmed" mb="md">
        {own.text}
      </Text>
      <Stack>
        <Paper withBorder p="lg" maw={720}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              plan.mutate();
            }}
          >
            <Stack>
              <SegmentedControl
                aria-label={own.by.user}
                data={Object.entries(own.by).map(([value, label]) => ({ value, label }))}
                value={by}
                onChange={(value) => {
                  // There are only these two.
                  setBy(value as 'user' | 'email');
                  plan.reset();
                }}
              />
              {by === 'user' ? (
                <AccountSelect
                  label={own.user}
                  value={user}
                  onChange={(value) => {
                    setUser(value);
                    plan.reset();
                  }}
                />
              ) : (
                <TextInput
                  label={own.email}
                  type="email"
                  required
                  value={email}
                  error={refusals['email']}
                  onChange={(event) => {
                    setEmail(event.currentTarget.value);
                    plan.reset();
                  }}
                />
              )}
              {plan.isError && <ErrorState title={words.states.failed} error={plan.error} />}
              <Group>
                <Button type="submit" variant="default" loading={plan.isPending} disabled={by === 'user' && !user}>
                  {own.look}
                </Button>
              </Group>
            </Stack>
          </form>
        </Paper>
        {plan.data && <Found planned={plan.data} asked={asked} begun={begun} />}
        <PersonRequests />
      </Stack>
    </Screen>
  );
}

interface FoundProps {
  readonly planned: Planned;
  readonly asked: PersonAsked;
  readonly begun: () => Promise<void>;
}

function Found({ planned, asked, begun }: FoundProps) {
  const own = useOwnWords(privacyWords);
  const { person, plan } = planned;
  const who = [person.login, ...person.emails].filter((part) => part !== '').join(', ');
  return (
    <Paper withBorder p="lg" maw={720} component="section" aria-label={who}>
      <Stack>
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {who}
        </Title>
        {plan.length === 0 ? (
          <Alert role="status">{own.nothing}</Alert>
        ) : (
          <>
            <PlanTable plan={plan} />
            <Text size="sm" c="dimmed">
              {own.backups}
            </Text>
            <PersonForms asked={asked} hasAccount={person.user > 0} begun={begun} />
          </>
        )}
      </Stack>
    </Paper>
  );
}

function PlanTable({ plan }: { readonly plan: readonly PlanRow[] }) {
  const own = useOwnWords(privacyWords);
  return (
    <Table aria-label={own.plan}>
      <Table.Tbody>
        {plan.map(({ kind, action, count }) => (
          <Table.Tr key={`${kind} ${action}`}>
            <Table.Th scope="row" fw={400}>
              {kindName(own, kind)}
            </Table.Th>
            <Table.Td ta="end">{count.toLocaleString()}</Table.Td>
            <Table.Td>{own.actions[action]}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const kindName = (own: PrivacyWords, kind: string): string =>
  kind.startsWith('extension:') ? own.ofExtension(kind.slice('extension:'.length)) : (own.kinds[kind] ?? kind);
