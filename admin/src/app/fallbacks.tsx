import { Button, Paper, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { Refused } from '../api/refused.ts';
import { ButtonLink } from '../ui/links.tsx';
import { Screen } from '../ui/screen.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../ui/states.tsx';
import { useWords } from '../words/words.tsx';
import { NoConnection } from './lazy-screen.ts';

export function NotFound() {
  const words = useWords();
  return (
    <Screen title={words.states.notFound}>
      <Text mb="md">{words.states.notFoundText}</Text>
      <ButtonLink to="/">{words.states.toOverview}</ButtonLink>
    </Screen>
  );
}

export function ScreenError({ error, reset }: ErrorComponentProps) {
  const words = useWords();
  if (error instanceof Refused && error.status === 404) return <NotFound />;
  if (error instanceof NoConnection) return <Unreachable />;
  return (
    <Screen title={words.states.failed}>
      <ErrorState error={error} retry={reset} />
    </Screen>
  );
}

/** The screen is not here yet; the page is loaded anew once there is a way to the server. */
function Unreachable() {
  const words = useWords();
  const { online } = useNetwork();
  return (
    <Screen title={words.states.failed}>
      <Paper withBorder>
        <EmptyState
          icon={<WifiOff size={28} aria-hidden />}
          title={words.states.waitsForNetwork}
          text={words.states.offline}
        >
          <Button variant="default" mt="sm" disabled={!online} onClick={() => window.location.reload()}>
            {words.common.retry}
          </Button>
        </EmptyState>
      </Paper>
    </Screen>
  );
}

export function ScreenLoading() {
  return <LoadingRows />;
}
