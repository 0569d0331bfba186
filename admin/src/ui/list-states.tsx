import { Button, Paper, Table } from '@mantine/core';
import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { EmptyState, ErrorState, LoadingRows } from './states.tsx';

/** What a screen needs to know of a query to say how it goes. */
interface Loading {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch(): unknown;
}

interface LoadStatesProps {
  readonly query: Loading;
  /** How many grey lines stand for what is on its way. */
  readonly rows?: number;
}

/** That something is on its way, waits for the network, or could not be loaded; nothing once it is there. */
export function LoadStates({ query, rows = 8 }: LoadStatesProps) {
  const words = useWords();
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!query.isPending) return null;
  if (query.fetchStatus !== 'paused') return <LoadingRows rows={rows} />;
  return (
    <Paper withBorder role="status">
      <EmptyState
        icon={<WifiOff size={28} aria-hidden />}
        title={words.states.waitsForNetwork}
        text={words.states.waitsForNetworkText}
      />
    </Paper>
  );
}

interface ListStatesProps extends LoadStatesProps {
  /** How many entries there are to show. */
  readonly count: number;
  /** What is said where there is nothing at all. */
  readonly empty: { readonly title: string; readonly text?: string | undefined; readonly action?: ReactNode };
  /** Whether entries may be hidden by what was typed or chosen. */
  readonly isFiltered?: boolean;
  /** Shows everything again. */
  readonly clear?: () => void;
  readonly children: ReactNode;
}

/** A list, or why there is none to see: on its way, failed, without the network, empty. */
export function ListStates({ query, rows = 8, count, empty, isFiltered = false, clear, children }: ListStatesProps) {
  const { list } = useWords();
  const isLoaded = !query.isPending && !(query.isError && count === 0);
  return (
    <>
      <LoadStates query={query} rows={rows} />
      {isLoaded && count === 0 && (
        <Paper withBorder>
          {isFiltered ? (
            <EmptyState title={list.nothingFound}>
              {clear && (
                <Button variant="default" mt="sm" onClick={clear}>
                  {list.clearFilters}
                </Button>
              )}
            </EmptyState>
          ) : (
            <EmptyState title={empty.title} text={empty.text}>
              {empty.action}
            </EmptyState>
          )}
        </Paper>
      )}
      {count > 0 && children}
    </>
  );
}

interface ListTableProps {
  /** What it is a list of. */
  readonly label: string;
  /** Whether it is still that of the filters before. */
  readonly isOld?: boolean;
  readonly children: ReactNode;
}

/** The table of a list, on its sheet. */
export function ListTable({ label, isOld = false, children }: ListTableProps) {
  return (
    <Paper withBorder px={{ base: 'xs', sm: 'md' }} py="xs" opacity={isOld ? 0.6 : 1}>
      <Table verticalSpacing="sm" highlightOnHover aria-label={label}>
        {children}
      </Table>
    </Paper>
  );
}
