import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../ui/links.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { addresses, contentKey } from '../content/content-kind.ts';
import { ownReviewsQuery } from '../editor/review/review-api.ts';
import { reviewWords } from '../editor/review/words.ts';
import { Card } from './card.tsx';

/** What others want this account to review; nothing where nobody does. */
export function ReviewsCard() {
  const words = useWords();
  const own = useOwnWords(reviewWords);
  const dates = useDates();
  const reviews = useQuery(ownReviewsQuery);
  if (reviews.data?.length === 0 || reviews.isPending) return null;
  return (
    <Card title={own.forYou} isLoading={false} error={reviews.error} retry={() => void reviews.refetch()}>
      {reviews.data?.map(({ id, type, title, requested_by: by, requested_gmt: at }) => (
        <div key={id}>
          <TextLink to={addresses.item({ key: contentKey(type) }, id)} fw={600} c="inherit">
            {title || words.common.untitled}
          </TextLink>
          <Text size="xs" c="dimmed">
            {own.askedBy(by.name, dates.minute(new Date(`${at}Z`)))}
          </Text>
        </div>
      ))}
    </Card>
  );
}
