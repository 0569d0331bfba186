import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay, useMe } from '../../api/me.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useWords } from '../../words/words.tsx';
import { AnswersCard } from './answers-card.tsx';
import { Card } from './card.tsx';
import { ItemsCard } from './items-card.tsx';
import { ReviewsCard } from './reviews-card.tsx';
import { waitingQuery } from './waiting.ts';

/** The first screen: what was begun, published, scheduled, what waits, and how busy the site is. */
export function OverviewScreen() {
  const words = useWords();
  const me = useMe();
  const may = useMay();
  const { overview } = words;
  return (
    <Screen
      title={overview.greeting(me.first_name || me.name)}
      actions={may('edit_posts') && <ButtonLink to="/posts/new">{overview.writePost}</ButtonLink>}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {(may('moderate_comments') || may('edit_others_posts')) && <WaitingCard />}
        {may('publish_posts') && <ReviewsCard />}
        {may('edit_posts') && (
          <ItemsCard title={overview.drafts} none={overview.noDrafts} status="draft" author={me.id} />
        )}
        <ItemsCard title={overview.recent} none={overview.noRecent} status="publish" />
        {may('edit_posts') && <ItemsCard title={overview.scheduled} none={overview.noScheduled} status="future" />}
        {may('manage_options') && <AnswersCard />}
      </SimpleGrid>
    </Screen>
  );
}

function WaitingCard() {
  const { overview } = useWords();
  const waiting = useQuery(waitingQuery(useMay()));
  const { comments = 0, posts = 0, pages = 0, messages = 0 } = waiting.data ?? {};
  return (
    <Card
      title={overview.waiting}
      isLoading={waiting.isPlaceholderData}
      error={waiting.error}
      retry={() => void waiting.refetch()}
    >
      {comments + posts + pages + messages === 0 && <Text c="dimmed">{overview.nothingWaiting}</Text>}
      {messages > 0 && <TextLink to="/inbox">{overview.messages(messages)}</TextLink>}
      {comments > 0 && <TextLink to="/comments">{overview.comments(comments)}</TextLink>}
      {posts > 0 && (
        <TextLink to="/posts" search={{ status: 'pending' }}>
          {overview.pending(posts)}
        </TextLink>
      )}
      {pages > 0 && (
        <TextLink to="/pages" search={{ status: 'pending' }}>
          {overview.pendingPages(pages)}
        </TextLink>
      )}
    </Card>
  );
}
