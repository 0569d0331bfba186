import { Badge, Box, Button, Group, Paper, Progress, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { fetchFile } from '../../api/request.ts';
import { notifyFailed } from '../../ui/notify.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import type { ExchangeJob } from './send-export-file.ts';
import { exchangeWords } from './words.ts';

const colors = { queued: 'gray', running: 'sea', done: 'green', failed: 'red', cancelled: 'gray' } as const;

/** One import or export: how far it is, what came of it, and its file. */
export function JobCard({ job }: { readonly job: ExchangeJob }) {
  const words = useWords();
  const own = useOwnWords(exchangeWords);
  const dates = useDates();
  const client = useQueryClient();
  const [isReport, setReport] = useState(job.is_dry_run || job.state === 'failed');
  const { progress, report } = job;
  const isOver = job.state !== 'queued' && job.state !== 'running';
  const percent = progress.all ? Math.round((100 * progress.done) / progress.all) : null;
  const act = (work: Promise<unknown>) =>
    work
      .catch((error: unknown) => notifyFailed(words, words.states.failed, error))
      .finally(() => void client.invalidateQueries({ queryKey: ['exchange'] }));
  const name = `${own.kinds[job.kind]}: ${job.file_name}`;
  return (
    <Paper component="li" withBorder p="md" aria-label={name}>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Badge color={colors[job.state]}>{!isOver && job.is_cancelled ? own.stopping : own.states[job.state]}</Badge>
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
            <Button size="compact-sm" variant="default" aria-expanded={isReport} onClick={() => setReport(!isReport)}>
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
        {dates.minute(new Date(`${job.created}Z`))} ·{' '}
        {own.soFar(progress.items.toLocaleString(), progress.files.toLocaleString())}
        {job.attempts > 1 && ` · ${own.again}`}
      </Text>
      {job.error && (
        <Text size="sm" c="red.8" role="alert" style={{ overflowWrap: 'anywhere' }}>
          {job.error}
        </Text>
      )}
      {job.state === 'running' && (
        <Progress value={percent ?? 100} animated={percent === null} mt="xs" aria-label={`${own.progress}: ${name}`} />
      )}
      {isReport && report && <ReportTable report={report} isDry={job.is_dry_run} label={`${own.report}: ${name}`} />}
    </Paper>
  );
}

interface ReportTableProps {
  readonly report: NonNullable<ExchangeJob['report']>;
  readonly isDry: boolean;
  readonly label: string;
}

function ReportTable({ report, isDry, label }: ReportTableProps) {
  const own = useOwnWords(exchangeWords);
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
      {report.notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
      {report.more_notes > 0 && (
        <Text size="sm" c="dimmed">
          {own.moreNotes(report.more_notes)}
        </Text>
      )}
    </>
  );
}
