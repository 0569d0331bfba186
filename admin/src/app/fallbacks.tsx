import type { ErrorComponentProps } from '@tanstack/react-router';
import { ButtonLink } from '../ui/links.tsx';
import { Screen } from '../ui/screen.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../ui/states.tsx';
import { useWords } from '../words/words.tsx';

export function NotFound() {
  const words = useWords();
  return (
    <EmptyState title={words.states.notFound} text={words.states.notFoundText}>
      <ButtonLink to="/" mt="sm">
        {words.states.toOverview}
      </ButtonLink>
    </EmptyState>
  );
}

export function ScreenError({ error, reset }: ErrorComponentProps) {
  const words = useWords();
  return (
    <Screen title={words.states.failed}>
      <ErrorState error={error} retry={reset} />
    </Screen>
  );
}

export function ScreenLoading() {
  return <LoadingRows />;
}
