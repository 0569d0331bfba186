import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type LoadedLanguage, WordsProvider } from '../words/words.tsx';
import { client } from './query-client.ts';
import { router } from './router.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { styleNonce } from './start.ts';
import { cssVariables, theme } from './theme.ts';

export function App({ language }: { readonly language: LoadedLanguage }) {
  return (
    <DirectionProvider
      initialDirection={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
      detectDirection={false}
    >
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        <WordsProvider first={language}>
          <QueryClientProvider client={client}>
            <Notifications position="bottom-center" />
            <SessionDialog />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </WordsProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
