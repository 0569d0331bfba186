import { Button, Group, Text } from '@mantine/core';
import type { Routes } from '../../api/interface.ts';
import { useDates, useOwnWords } from '../../words/words.tsx';
import { appWords } from './words.ts';

export type Connection = Routes['/platen/v1/users/{user_id}/apps']['GET']['edit'][number];

interface ConnectionRowProps {
  readonly one: Connection;
  /** Whose access it is, where that is not clear. */
  readonly userName?: string;
  readonly isEnding: boolean;
  readonly end: () => void;
}

/** An app that has access: what it may do, since when, and the button that ends it. */
export function ConnectionRow({ one, userName, isEnding, end }: ConnectionRowProps) {
  const words = useOwnWords(appWords);
  const dates = useDates();
  const moment = (text: string) => dates.minute(new Date(`${text}Z`));
  const may = one.scopes?.map((scope) => words.scopes[scope]).join(', ') ?? words.allRights;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {one.app}
        </Text>
        <Text size="sm">{may}</Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {userName !== undefined && `${words.of(userName)} · `}
          {words.connected(moment(one.created), words.ways[one.way])}
          {' · '}
          {words.used(moment(one.last_used), one.address)}
        </Text>
      </div>
      <Button
        variant="subtle"
        size="compact-md"
        color="red"
        style={{ flexShrink: 0 }}
        loading={isEnding}
        aria-label={words.endOne(one.app)}
        onClick={end}
      >
        {words.end}
      </Button>
    </Group>
  );
}
