import { Box, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { start } from '../app/start.ts';

interface ScreenProps {
  readonly title: string;
  /** Beside the title: how much there is. */
  readonly note?: string | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every screen: its heading, which is also the title of the window, and its main actions. */
export function Screen({ title, note, actions, children }: ScreenProps) {
  useDocumentTitle(`${title} – ${start.siteTitle}`);
  return (
    <Box maw={1200} mx="auto" px={{ base: 'md', sm: 'xl' }} py="lg">
      <Group justify="space-between" mb="lg" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={1}>{title}</Title>
          {note && (
            <Text c="dimmed" size="sm" role="status">
              {note}
            </Text>
          )}
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
