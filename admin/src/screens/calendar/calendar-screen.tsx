import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import { start } from '../../app/start.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useLanguage, useOwnWords, useWords } from '../../words/words.tsx';
import { useSiteClock } from '../editor/use-site-clock.ts';
import classes from './calendar.module.css';
import { moveTo, type PlannedItem, plannedQuery } from './calendar-api.ts';
import { CalendarItem } from './calendar-item.tsx';
import { type Day, shifted, shownDays, type View } from './days.ts';
import { calendarWords } from './words.ts';

/** What is published, scheduled and planned, by the days of the site. */
export function CalendarScreen() {
  const words = useWords();
  const own = useOwnWords(calendarWords);
  const { code } = useLanguage();
  const clock = useSiteClock();
  const client = useQueryClient();
  const may = useMay();
  const now = clock.now();
  const today = now.slice(0, 10);
  const [chosen, setChosen] = useState<Day | null>(null);
  const [view, setView] = useState<View>('month');
  const isWide = useMediaQuery('(min-width: 56em)', undefined, { getInitialValueInEffect: false });
  const day = chosen ?? today;
  const days = shownDays(day, view, start.startOfWeek);
  const planned = useQuery(plannedQuery(days[0] ?? day, days.at(-1) ?? day, may('edit_pages')));
  // A draft without a day of its own has that of the work on it.
  const items = (planned.data?.items ?? []).filter(
    ({ status, date }) => status === 'publish' || status === 'future' || date > now,
  );
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(code, { timeZone: 'UTC', ...options });
  const long = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const name = (one: Day) => long.format(new Date(`${one}T00:00:00Z`));

  const move = async (item: PlannedItem, to: Day) => {
    if (to === item.date.slice(0, 10)) return;
    const title = item.title || words.common.untitled;
    if (`${to}${item.date.slice(10)}` <= clock.now()) return notifyFailed(words, own.notMoved, own.past);
    const put = async (one: PlannedItem, where: Day) => {
      try {
        await moveTo(one, where);
        await client.invalidateQueries({ queryKey: ['calendar'] });
        return true;
      } catch (error) {
        notifyFailed(words, own.notMoved, error);
        return false;
      }
    };
    const back = item.date.slice(0, 10);
    if (await put(item, to)) notifyDone(words, own.moved(title, name(to)), () => void put(item, back));
  };
  const dropped = (text: string, to: Day) => {
    const item = items.find(({ type, id }) => text === `${type} ${id}`);
    if (item && item.status !== 'publish') void move(item, to);
  };
  const listed = (one: Day) => {
    const found = items.filter(({ date }) => date.startsWith(one));
    return found.length > 0 ? (
      <ul className={classes['items']}>
        {found.map((item) => (
          <CalendarItem key={`${item.type} ${item.id}`} item={item} move={(to) => void move(item, to)} />
        ))}
      </ul>
    ) : null;
  };
  const heading = format({ month: 'long', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`));
  return (
    <Screen
      title={own.title}
      actions={
        <>
          <SegmentedControl
            aria-label={own.view}
            size="xs"
            data={[
              { value: 'month', label: own.month },
              { value: 'week', label: own.week },
            ]}
            value={view}
            onChange={(value) => setView(value === 'week' ? 'week' : 'month')}
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={own.before}
            onClick={() => setChosen(shifted(day, view, -1))}
          >
            <ChevronLeft size={18} aria-hidden className="turns-with-direction" />
          </ActionIcon>
          <Button variant="default" onClick={() => setChosen(null)}>
            {own.today}
          </Button>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={own.after}
            onClick={() => setChosen(shifted(day, view, 1))}
          >
            <ChevronRight size={18} aria-hidden className="turns-with-direction" />
          </ActionIcon>
        </>
      }
    >
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {heading}
        </Title>
        {clock.zone !== '' && (
          <Text size="sm" c="dimmed">
            {own.zone(clock.zone)}
          </Text>
        )}
      </Group>
      {planned.error && (
        <ErrorState title={words.states.failed} error={planned.error} retry={() => void planned.refetch()} />
      )}
      {planned.data?.isCut && <Text mb="sm">{own.cut}</Text>}
      {isWide ? (
        <Days days={days} month={view === 'month' ? day.slice(0, 7) : null} today={today} name={name} drop={dropped}>
          {listed}
        </Days>
      ) : (
        <Stack>
          {planned.data && items.length === 0 && <Text c="dimmed">{own.empty}</Text>}
          {days
            .filter((one) => items.some(({ date }) => date.startsWith(one)))
            .map((one) => (
              <section key={one} aria-label={name(one)}>
                <Text fw={600} mb={4}>
                  {name(one)}
                </Text>
                {listed(one)}
              </section>
            ))}
        </Stack>
      )}
    </Screen>
  );
}

interface DaysProps {
  readonly days: readonly Day[];
  /** The month that is looked at; null where every day belongs to it. */
  readonly month: string | null;
  readonly today: Day;
  readonly name: (day: Day) => string;
  readonly drop: (text: string, day: Day) => void;
  readonly children: (day: Day) => React.ReactNode;
}

/** Weeks as rows; what is dragged is dropped on a day. */
function Days({ days, month, today, name, drop, children }: DaysProps) {
  const { code } = useLanguage();
  const own = useOwnWords(calendarWords);
  const [over, setOver] = useState<Day | null>(null);
  const weekday = new Intl.DateTimeFormat(code, { timeZone: 'UTC', weekday: 'short' });
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));
  return (
    <table className={classes['table']} aria-label={own.title}>
      <thead>
        <tr>
          {days.slice(0, 7).map((day) => (
            <th key={day} scope="col">
              {weekday.format(new Date(`${day}T00:00:00Z`))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                className={classes['day']}
                aria-label={name(day)}
                data-day={day}
                data-outside={(month !== null && !day.startsWith(month)) || undefined}
                data-today={day === today || undefined}
                data-over={day === over || undefined}
                onDragOver={(event) => {
                  event.preventDefault();
                  setOver(day);
                }}
                onDragLeave={() => setOver(null)}
                onDrop={(event) => {
                  event.preventDefault();
                  setOver(null);
                  drop(event.dataTransfer.getData('text/plain'), day);
                }}
              >
                <Text size="xs" c="dimmed" mb={2}>
                  {Number(day.slice(8))}
                </Text>
                {children(day)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
