import { Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState, LoadingRows } from '../../ui/states.tsx';

interface CardProps {
  readonly title: string;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly children: ReactNode;
}

/** A part of the overview, or why it is not there. */
export function Card({ title, isLoading, error, retry, children }: CardProps) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {error ? (
        <ErrorState error={error} retry={retry} />
      ) : isLoading ? (
        <LoadingRows rows={3} />
      ) : (
        <Stack gap="sm">{children}</Stack>
      )}
    </Paper>
  );
}
