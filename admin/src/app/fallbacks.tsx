import { Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Refused } from '../api/refused.ts';
import { ButtonLink } from '../ui/links.tsx';
import { Screen } from '../ui/screen.tsx';
import { ErrorState, LoadingRows } from '../ui/states.tsx';
import { useWords } from '../words/words.tsx';

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
  return (
    <Screen title={words.states.failed}>
      <ErrorState error={error} retry={reset} />
    </Screen>
  );
}

export function ScreenLoading() {
  return <LoadingRows />;
}
