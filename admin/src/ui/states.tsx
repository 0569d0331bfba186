import { Alert, Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Refused } from '../api/refused.ts';
import { useWords } from '../words/words.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

/** What a list shows when there is nothing in it. */
export function EmptyState(props: EmptyStateProps) {
  return (
    <Center py={64} px="md">
      <Stack align="center" gap="xs" maw={420}>
        {props.icon}
        <Title order={2} ta="center">
          {props.title}
        </Title>
        {props.text && (
          <Text c="dimmed" ta="center">
            {props.text}
          </Text>
        )}
        {props.children}
      </Stack>
    </Center>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly retry?: () => void;
  /** What did not work; that something could not be loaded, by default. */
  readonly title?: string;
}

/** Why something did not work, and a way to try again. */
export function ErrorState({ error, retry, title }: ErrorStateProps) {
  const words = useWords();
  const isForbidden = error instanceof Refused && error.status === 403;
  return (
    <Alert
      icon={<CircleAlert aria-hidden size={20} />}
      color="red"
      title={title ?? (isForbidden ? words.states.forbidden : words.states.failed)}
      role="alert"
      my="md"
    >
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
        {retry && !isForbidden && (
          <Button size="xs" variant="default" onClick={retry}>
            {words.common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Grey lines in place of a list that is on its way. */
export function LoadingRows({ rows = 8 }: { readonly rows?: number }) {
  const words = useWords();
  return (
    <Stack gap="sm" py="md" role="status" aria-label={words.common.loading}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={index} height={36} />
      ))}
    </Stack>
  );
}
