import { Button, Group, Paper, SegmentedControl, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { DayChart } from './day-chart.tsx';
import { PopupForm } from './popup-form.tsx';
import { popupWords } from './words.ts';

const periods = [7, 30, 90, 365] as const;
type Period = (typeof periods)[number];
const dayMs = 86_400_000;

/** One popup: its numbers, and a chart of them. */
export function PopupScreen() {
  const words = useWords();
  const own = useOwnWords(popupWords);
  const client = useQueryClient();
  const id = Number(useParams({ from: '/popups/$id' }).id);
  const [period, setPeriod] = useState<Period>(30);
  const [isTable, setTable] = useState(false);
  const popup = useQuery({
    queryKey: ['popups', 'item', id, period],
    queryFn: ({ signal }) =>
      api.get('/platen/v1/popups/{id}', { id, from: dayAt(Date.now() - (period - 1) * dayMs) }, signal),
    placeholderData: keepPreviousData,
  });
  const reset = useMutation({
    mutationFn: () => api.post('/platen/v1/popups/{id}/reset', { id }),
    onSuccess: async () => {
      notifyDone(words, own.wasReset);
      await client.invalidateQueries({ queryKey: ['popups'] });
    },
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  const data = popup.data;
  const days = data?.days ?? [];
  const sum = (of: 'opens' | 'conversions') => days.reduce((total, one) => total + one[of], 0);
  const text = own.chartText(sum('opens'), sum('conversions'));
  return (
    <Screen
      title={data?.name || own.title}
      actions={
        <ButtonLink
          to="/popups"
          variant="default"
          leftSection={<ArrowLeft size={18} aria-hidden className="turns-with-direction" />}
        >
          {own.back}
        </ButtonLink>
      }
    >
      <LoadStates query={popup} />
      {data && (
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Metric name={own.opens} value={data.opens.toLocaleString()} note={own.since} />
            <Metric name={own.conversions} value={data.conversions.toLocaleString()} note={own.since} />
            <Metric name={own.rate} value={`${data.rate.toLocaleString()} %`} note={own.since} />
            <Metric
              name={own.ever}
              value={data.total_opens.toLocaleString()}
              note={`${own.conversions}: ${data.total_conversions.toLocaleString()}`}
            />
          </SimpleGrid>
          <Paper withBorder p="md" component="section" aria-label={own.chart}>
            <Group justify="space-between" mb="md">
              <Title order={2}>{own.chart}</Title>
              <SegmentedControl
                aria-label={own.period}
                data={periods.map((value) => ({ value: String(value), label: own.days[value] }))}
                value={String(period)}
                onChange={(value) => setPeriod(periods.find((one) => String(one) === value) ?? 30)}
              />
            </Group>
            <DayChart days={days} day={own.day} opens={own.opens} conversions={own.conversions} text={text} />
            <Group justify="space-between" mt="sm">
              <Text size="sm" c="dimmed" role="status">
                {text}
              </Text>
              <Button size="compact-sm" variant="default" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
                {isTable ? own.hideTable : own.table}
              </Button>
            </Group>
            {isTable && <DayTable days={days} />}
          </Paper>
          <PopupForm id={id} />
          <Past resets={data.resets} reset={() => reset.mutate()} isBusy={reset.isPending} />
        </Stack>
      )}
    </Screen>
  );
}

function Metric(props: { readonly name: string; readonly value: string; readonly note: string }) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {props.name}
      </Text>
      <Text size="xl" fw={650}>
        {props.value}
      </Text>
      <Text size="xs" c="dimmed">
        {props.note}
      </Text>
    </Paper>
  );
}

function DayTable({ days }: { readonly days: Parameters<typeof DayChart>[0]['days'] }) {
  const own = useOwnWords(popupWords);
  const dates = useDates();
  return (
    <Table mt="sm" aria-label={own.chart}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{own.day}</Table.Th>
          <Table.Th ta="end">{own.opens}</Table.Th>
          <Table.Th ta="end">{own.conversions}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.toReversed().map((one) => (
          <Table.Tr key={one.day}>
            <Table.Td>{dates.day(new Date(`${one.day}T12:00:00`))}</Table.Td>
            <Table.Td ta="end">{one.opens.toLocaleString()}</Table.Td>
            <Table.Td ta="end">{one.conversions.toLocaleString()}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface PastProps {
  readonly resets: readonly { readonly at: string; readonly opens: number; readonly conversions: number }[];
  readonly reset: () => void;
  readonly isBusy: boolean;
}

/** Resetting loses nothing: the counts of each day stay, and what the counters said is noted. */
function Past({ resets, reset, isBusy }: PastProps) {
  const own = useOwnWords(popupWords);
  const dates = useDates();
  return (
    <Paper withBorder p="md" component="section" aria-label={own.resets}>
      <Title order={2} mb="xs">
        {own.resets}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {own.resetText}
      </Text>
      <Stack gap={4} mb="sm">
        {resets.map(({ at, opens, conversions }) => (
          <Text key={at} size="sm">
            {own.resetAt(dates.minute(new Date(`${at}Z`)), opens, conversions)}
          </Text>
        ))}
      </Stack>
      <Button variant="default" loading={isBusy} onClick={reset}>
        {own.reset}
      </Button>
    </Paper>
  );
}

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
