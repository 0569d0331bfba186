import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Refused } from '../api/refused.ts';
import { type LoadedLanguage, WordsProvider } from '../words/words.tsx';
import { router } from './router.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { styleNonce } from './start.ts';
import { theme } from './theme.ts';

const mostRetries = 2;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server refused it refuses again; what did not reach it may do so later.
      retry: (failures, error) => !(error instanceof Refused) && failures < mostRetries,
      staleTime: 15_000,
    },
  },
});

export function App({ language }: { readonly language: LoadedLanguage }) {
  return (
    <DirectionProvider
      initialDirection={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
      detectDirection={false}
    >
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
        <WordsProvider first={language}>
          <QueryClientProvider client={client}>
            <Notifications position="bottom-center" />
            <SessionDialog />
            <RouterProvider router={router} context={{ client }} />
          </QueryClientProvider>
        </WordsProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
