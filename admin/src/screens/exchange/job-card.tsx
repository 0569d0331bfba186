import { Alert, Badge, Box, Button, Group, Paper, Progress, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { fetchFile } from '../../api/request.ts';
import { notifyFailed } from '../../ui/notify.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { type ExchangeOutcome, outcomeOf } from './exchange-outcome.ts';
import type { ExchangeJob } from './send-export-file.ts';
import { exchangeWords } from './words.ts';

const colors = { queued: 'gray', running: 'sea', done: 'green', failed: 'red', cancelled: 'gray' } as const;

/** One import or export: how far it is, what came of it, and its file. */
export function JobCard({ job }: { readonly job: ExchangeJob }) {
  const words = useWords();
  const own = useOwnWords(exchangeWords);
  const dates = useDates();
  const client = useQueryClient();
  const outcome = outcomeOf(job, own);
  const isIncomplete = job.state === 'done' && outcome?.isWhole === false;
  const [wanted, setWanted] = useState<boolean | null>(null);
  // Whatever is not as it should be is shown, until somebody hides it.
  const isReport = wanted ?? (job.is_dry_run || outcome?.isWhole === false);
  const { progress, report } = job;
  const isOver = job.state !== 'queued' && job.state !== 'running';
  const percent = progress.all ? Math.round((100 * progress.done) / progress.all) : null;
  const act = (work: Promise<unknown>) =>
    work
      .catch((error: unknown) => notifyFailed(words, words.states.failed, error))
      .finally(() => void client.invalidateQueries({ queryKey: ['exchange'] }));
  const state = isIncomplete ? own.incomplete : own.states[job.state];
  const stateText = !isOver && job.is_cancelled ? own.stopping : state;
  const name = `${own.kinds[job.kind]}: ${job.file_name}`;
  return (
    <Paper component="li" withBorder p="md" aria-label={name}>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Badge color={isIncomplete ? 'yellow' : colors[job.state]}>{stateText}</Badge>
          {job.is_dry_run && <Badge color="gray">{own.dryRun}</Badge>}
        </Group>
        <Group gap="xs">
          {!isOver && (
            <Button
              size="compact-sm"
              variant="default"
              disabled={job.is_cancelled}
              onClick={() => void act(api.post('/platen/v1/exchange/{id}/cancel', { id: job.id }))}
            >
              {own.cancel}
            </Button>
          )}
          {job.has_file && (
            <Button
              size="compact-sm"
              onClick={() =>
                void act(fetchFile(`/platen/v1/exchange/${job.id}/file`).then((file) => saveFile(file, job.file_name)))
              }
            >
              {own.download}
            </Button>
          )}
          {report && (
            <Button size="compact-sm" variant="default" aria-expanded={isReport} onClick={() => setWanted(!isReport)}>
              {isReport ? own.hideReport : own.report}
            </Button>
          )}
          {isOver && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${own.remove}: ${name}`}
              onClick={() => void act(api.delete('/platen/v1/exchange/{id}', { id: job.id }))}
            >
              {own.remove}
            </Button>
          )}
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {dates.minute(new Date(`${job.created}Z`))}
        {/* What was read of a file is not what came in; the report has that. */}
        {report === null && ` · ${own.soFar(progress.items, progress.files)}`}
        {job.attempts > 1 && ` · ${own.again}`}
      </Text>
      {outcome && <Outcome outcome={outcome} state={job.state} error={job.error} />}
      {job.state === 'running' && (
        <Progress value={percent ?? 100} animated={percent === null} mt="xs" aria-label={`${own.progress}: ${name}`} />
      )}
      {isReport && report && <ReportTable report={report} isDry={job.is_dry_run} label={`${own.report}: ${name}`} />}
    </Paper>
  );
}

interface OutcomeProps {
  readonly outcome: ExchangeOutcome;
  readonly state: ExchangeJob['state'];
  readonly error: string;
}

/** How it ended comes first, in words; what is missing or failed stands out. */
function Outcome({ outcome: { isWhole, text, next }, state, error }: OutcomeProps) {
  if (isWhole || state === 'cancelled')
    return (
      <Text size="sm" mt="xs" role="status">
        {text} {next}
      </Text>
    );
  const isFailed = state === 'failed';
  const Icon = isFailed ? CircleAlert : TriangleAlert;
  return (
    <Alert
      role={isFailed ? 'alert' : 'status'}
      color={isFailed ? 'red' : 'yellow'}
      icon={<Icon size={20} aria-hidden />}
      title={text}
      mt="sm"
    >
      {error && (
        <Text size="sm" mb={4} style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
      <Text size="sm">{next}</Text>
    </Alert>
  );
}

const notesAtFirst = 5;

interface ReportTableProps {
  readonly report: NonNullable<ExchangeJob['report']>;
  readonly isDry: boolean;
  readonly label: string;
}

function ReportTable({ report, isDry, label }: ReportTableProps) {
  const own = useOwnWords(exchangeWords);
  const [isAll, setAll] = useState(false);
  const notes = isAll ? report.notes : report.notes.slice(0, notesAtFirst);
  const hidden = report.notes.length - notes.length;
  const columns = [
    ['in_file', own.inFile],
    ['imported', isDry ? own.wouldImport : own.imported],
    ['present', own.present],
    ['changed', own.changed],
    ['refused', own.refused],
  ] as const;
  return (
    <>
      {report.rows.length > 0 && (
        <Box mt="sm" tabIndex={0} role="region" aria-label={label} style={{ overflowX: 'auto' }}>
          <Table aria-label={label} miw={560} maw={720}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{own.what}</Table.Th>
                {columns.map(([member, title]) => (
                  <Table.Th key={member} ta="end">
                    {title}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {report.rows.map((row) => (
                <Table.Tr key={`${row.kind} ${row.of}`}>
                  <Table.Td>
                    {own.rowKinds[row.kind] ?? row.kind}
                    {row.of && `: ${row.of}`}
                  </Table.Td>
                  {columns.map(([member]) => (
                    <Table.Td key={member} ta="end">
                      {row[member].toLocaleString()}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      )}
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      ))}
      {hidden > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
          {own.showNotes(hidden)}
        </Button>
      )}
      {hidden === 0 && report.more_notes > 0 && (
        <Text size="sm" c="dimmed">
          {own.moreNotes(report.more_notes)}
        </Text>
      )}
    </>
  );
}
