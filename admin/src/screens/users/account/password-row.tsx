import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApplicationPasswordEdit } from '../../../api/interface.ts';
import { useDates, useOwnWords } from '../../../words/words.tsx';
import { gmtMoment } from './moment.ts';
import { accountWords } from './words.ts';

interface PasswordRowProps {
  readonly one: Pick<ApplicationPasswordEdit, 'name' | 'scopes' | 'created' | 'last_used' | 'last_ip' | 'expires'>;
  /** Whose it is, where that is not clear. */
  readonly owner?: ReactNode;
  /** The buttons. */
  readonly children: ReactNode;
}

/** An application password: its name, what it may do, since when, its last use and its end. */
export function PasswordRow({ one, owner, children }: PasswordRowProps) {
  const { programs: words } = useOwnWords(accountWords);
  const dates = useDates();
  const ends = one.expires === null ? null : gmtMoment(one.expires);
  const isOver = ends !== null && ends.getTime() <= Date.now();
  const used =
    one.last_used === null
      ? words.neverUsed
      : words.used(dates.minute(gmtMoment(one.last_used)), one.last_ip ?? words.unknownAddress);
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {one.name}
        </Text>
        {owner}
        <Text size="xs" c="dimmed">
          {words.created(dates.day(gmtMoment(one.created)))}
          {' · '}
          {used}
          {ends !== null && !isOver && ` · ${words.until(dates.minute(ends))}`}
        </Text>
        <Group gap={4} mt={4}>
          {isOver && (
            <Badge size="sm" variant="light" color="red">
              {words.over(dates.day(ends))}
            </Badge>
          )}
          {one.scopes === null ? (
            <Badge size="sm" variant="light" color="yellow">
              {words.allRights}
            </Badge>
          ) : (
            one.scopes.map((scope) => (
              <Badge key={scope} size="sm" variant="light" color="gray">
                {words.scopeNames[scope]}
              </Badge>
            ))
          )}
        </Group>
      </div>
      <Group gap={4} wrap="nowrap" style={{ flexShrink: 0 }}>
        {children}
      </Group>
    </Group>
  );
}
