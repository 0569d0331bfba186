import { Alert, Badge, Text } from '@mantine/core';
import { useDates, useLanguage, useOwnWords } from '../../words/words.tsx';
import { shortMoment } from '../editor/site-clock.ts';
import { useSiteClock } from '../editor/use-site-clock.ts';
import type { ListedRelease } from './releases-api.ts';
import { releaseWords } from './words.ts';

type Planned = Pick<ListedRelease, 'publish_date' | 'publish_by_name'>;

/** When something is published by itself; null where it is not. */
export function usePlannedMoment(): (planned: Planned) => string | null {
  const own = useOwnWords(releaseWords);
  const { code } = useLanguage();
  const clock = useSiteClock();
  return ({ publish_date, publish_by_name }) =>
    publish_date === null ? null : own.plannedFor(shortMoment(publish_date, clock.now(), code), publish_by_name);
}

/** Whether a release is public, and when it is or will be. */
export function ReleaseState({ release }: { readonly release: ListedRelease }) {
  const own = useOwnWords(releaseWords);
  const dates = useDates();
  const moment = usePlannedMoment();
  const { state, published_gmt, published_by_name } = release;
  const when =
    published_gmt === null
      ? moment(release)
      : own.publishedBy(published_by_name, dates.minute(new Date(`${published_gmt}Z`)));
  return (
    <>
      <Badge variant="light" color={state === 'published' ? 'green' : release.refusal ? 'red' : 'yellow'}>
        {own.states[state]}
      </Badge>
      {when && (
        <Text size="sm" c="dimmed">
          {when}
        </Text>
      )}
    </>
  );
}

/** Why something was not published at its time. */
export function RefusalNote({ refusal }: Pick<ListedRelease, 'refusal'>) {
  const own = useOwnWords(releaseWords);
  const dates = useDates();
  if (!refusal) return null;
  return (
    <Alert color="red" role="status" title={own.notPublished(dates.minute(new Date(`${refusal.date_gmt}Z`)))}>
      {refusal.message}
    </Alert>
  );
}
