import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly text: string;
  /** Beside the title. */
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the account, below the form. */
export function Section({ title, text, badge, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="lg" maw={640} mt="lg" aria-labelledby={id}>
      <Stack>
        <Box>
          <Group gap="sm">
            <Title order={2} id={id}>
              {title}
            </Title>
            {badge}
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            {text}
          </Text>
        </Box>
        {children}
      </Stack>
    </Paper>
  );
}
