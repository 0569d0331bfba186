import { ActionIcon, Button, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { CalendarArrowDown } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { TextLink } from '../../ui/links.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { addresses } from '../content/content-kind.ts';
import classes from './calendar.module.css';
import type { PlannedItem } from './calendar-api.ts';
import { addDays, type Day } from './days.ts';
import { calendarWords } from './words.ts';

interface CalendarItemProps {
  readonly item: PlannedItem;
  readonly move: (day: Day) => void;
}

/** What is dragged to another day, or moved with its menu; what is published stays where it is. */
export function CalendarItem({ item, move }: CalendarItemProps) {
  const words = useWords();
  const own = useOwnWords(calendarWords);
  const [isAsked, setAsked] = useState(false);
  const day = item.date.slice(0, 10);
  const title = item.title || words.common.untitled;
  const isMovable = item.status !== 'publish';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = String(new FormData(event.currentTarget).get('day'));
    setAsked(false);
    if (chosen) move(chosen);
  };
  return (
    <li
      className={classes['item']}
      draggable={isMovable}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', `${item.type} ${item.id}`)}
    >
      <div>
        <TextLink
          to={addresses.item({ key: item.type === 'page' ? 'pages' : 'posts' }, item.id)}
          size="sm"
          fw={600}
          c="inherit"
          draggable={false}
        >
          {title}
        </TextLink>
        <Text size="xs" c="dimmed">
          {`${item.date.slice(11, 16)} · ${own.states[item.status]}`}
        </Text>
      </div>
      {isMovable && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={24} aria-label={own.move(title)}>
              <CalendarArrowDown size={15} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => move(addDays(day, -1))}>{own.dayBefore}</Menu.Item>
            <Menu.Item onClick={() => move(addDays(day, 1))}>{own.dayAfter}</Menu.Item>
            <Menu.Item onClick={() => setAsked(true)}>{own.otherDay}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <Modal
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={own.move(title)}
        centered
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        <form onSubmit={submit}>
          <Stack>
            <TextInput type="date" name="day" label={own.day} defaultValue={day} required data-autofocus />
            <Button type="submit">{own.otherDay}</Button>
          </Stack>
        </form>
      </Modal>
    </li>
  );
}
