import { Alert, Badge, Box, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import { LoadStates } from '../../ui/list-states.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { type Health, type HealthCheck, healthApi, sizeText } from './health-api.ts';
import { type HealthWords, healthWords } from './words.ts';

/** How the site is, and what to do about it. */
export function HealthScreen() {
  const words = useOwnWords(healthWords);
  const all = useWords();
  const health = useQuery({ queryKey: ['health'], queryFn: ({ signal }) => healthApi.health(signal) });
  return (
    <Screen
      title={all.tools.health}
      actions={
        <Button
          variant="default"
          leftSection={<RefreshCw size={18} aria-hidden />}
          loading={health.isFetching}
          onClick={() => void health.refetch()}
        >
          {words.again}
        </Button>
      }
    >
      <Text c="dimmed" mb="md">
        {words.text}
      </Text>
      <LoadStates query={health} rows={5} />
      {health.data && <Report health={health.data} />}
    </Screen>
  );
}

const weight = { bad: 0, attention: 1, good: 2 } as const;

function Report({ health }: { readonly health: Health }) {
  const words = useOwnWords(healthWords);
  const open = health.checks.filter(({ state }) => state !== 'good').length;
  const sorted = health.checks.toSorted((one, other) => weight[one.state] - weight[other.state]);
  return (
    <Stack>
      <Alert
        role="status"
        color={open === 0 ? 'green' : 'yellow'}
        icon={open === 0 ? <CircleCheck size={20} aria-hidden /> : <TriangleAlert size={20} aria-hidden />}
      >
        {open === 0 ? words.allGood : words.look(open)}
      </Alert>
      <Paper withBorder>
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {sorted.map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </Stack>
      </Paper>
      <Facts health={health} />
      <SlowStatements slow={health.slow_statements} />
    </Stack>
  );
}

const colours = { good: 'green', attention: 'yellow', bad: 'red' } as const;
const icons = { good: CircleCheck, attention: TriangleAlert, bad: CircleAlert } as const;

function CheckRow({ check }: { readonly check: HealthCheck }) {
  const words = useOwnWords(healthWords);
  const Icon = icons[check.state];
  return (
    <Group component="li" px="lg" py="md" wrap="nowrap" align="flex-start">
      <Box c={`${colours[check.state]}.7`} pt={2}>
        <Icon size={22} aria-hidden />
      </Box>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text fw={600}>{words.names[check.id]}</Text>
          <Badge color={colours[check.state]}>{words.states[check.state]}</Badge>
        </Group>
        <Text size="sm">{factText(words, check)}</Text>
        {check.state !== 'good' && (
          <Text size="sm" c="dimmed">
            {words.advice[check.id]}
          </Text>
        )}
      </div>
    </Group>
  );
}

/** The logins that were found; not all of many are named. */
function loginsIn(facts: HealthCheck['facts']): string {
  const logins = String(facts['logins'] ?? '');
  return Number(facts['accounts'] ?? 0) > logins.split(', ').length ? `${logins}, …` : logins;
}

/** What was found, in a sentence. */
function factText(words: HealthWords, { id, facts }: HealthCheck): string {
  const number = (name: string) => Number(facts[name] ?? 0);
  const size = (name: string) => (typeof facts[name] === 'number' ? sizeText(facts[name]) : '');
  switch (id) {
    case 'database':
      return words.database(String(facts['kind']), number('milliseconds'), size('bytes'));
    case 'disk':
      return facts['free'] === null ? words.diskUnknown : words.disk(size('free'), size('total'));
    case 'mail':
      return [facts['configured'] ? '' : words.noMail, words.mail(number('waiting'), number('failed'))]
        .join(' ')
        .trim();
    case 'queue':
      return words.queue(number('queued'), number('dead'));
    case 'search':
      return words.search(number('waiting'));
    case 'address':
      return facts['https'] ? words.https : facts['local'] ? words.local : words.http;
    case 'passwords':
      if (!facts['accepted']) return words.passwordsRefused;
      return words.passwords(number('accounts'), loginsIn(facts));
  }
}

function Facts({ health }: { readonly health: Health }) {
  const words = useOwnWords(healthWords);
  const hours = Math.floor(health.process.uptime_seconds / 3600);
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.versions}>
      <Title order={2} mb="xs">
        {words.versions}
      </Title>
      <Text size="sm">
        {[
          `Platen ${health.versions['platen']}`,
          `Node ${health.versions['node']}`,
          hours === 0 ? words.justStarted : words.uptime(hours),
          words.memory(sizeText(health.process.memory_bytes)),
        ].join(' · ')}
      </Text>
    </Paper>
  );
}

function SlowStatements({ slow }: { readonly slow: Health['slow_statements'] }) {
  const words = useOwnWords(healthWords);
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.slow}>
      <Title order={2}>{words.slow}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {words.slowText}
      </Text>
      {slow.length === 0 && <Text size="sm">{words.noSlow}</Text>}
      <Stack gap="sm">
        {slow.map(({ sql, count, longest_ms: longest }) => (
          <div key={sql}>
            <Text size="sm" fw={600}>
              {words.longest(longest)}, {words.times(count)}
            </Text>
            <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {sql.slice(0, 600)}
            </Code>
          </div>
        ))}
      </Stack>
    </Paper>
  );
}
