import { Anchor, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/api.ts';
import { useMay, useMe } from '../../api/me.ts';
import { start } from '../../app/start.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { plainText } from '../../ui/plain-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState, LoadingRows } from '../../ui/states.tsx';
import { useDates, useWords } from '../../words/words.tsx';

const shownItems = 5;

/** The first screen: what was begun, what was published, what waits. */
export function OverviewScreen() {
  const words = useWords();
  const me = useMe();
  const may = useMay();
  return (
    <Screen
      title={words.overview.greeting(me.first_name || me.name)}
      actions={may('edit_posts') && <ButtonLink to="/posts/new">{words.overview.writePost}</ButtonLink>}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {may('edit_posts') && (
          <PostCard title={words.overview.drafts} none={words.overview.noDrafts} status="draft" author={me.id} />
        )}
        <PostCard title={words.overview.recent} none={words.overview.noRecent} status="publish" />
        {(may('moderate_comments') || may('edit_others_posts')) && <WaitingCard />}
      </SimpleGrid>
    </Screen>
  );
}

interface PostCardProps {
  readonly title: string;
  readonly none: string;
  readonly status: 'draft' | 'publish';
  readonly author?: number;
}

function PostCard({ title, none, status, author }: PostCardProps) {
  const words = useWords();
  const dates = useDates();
  const may = useMay();
  // Drafts are found by the last work on them, what is published by its day.
  const day = status === 'publish' ? 'date' : 'modified';
  const posts = useQuery({
    queryKey: ['posts', 'overview', status, author],
    queryFn: ({ signal }) =>
      api.get(
        '/wp/v2/posts',
        {
          context: may('edit_posts') ? 'edit' : 'view',
          status: [status],
          per_page: shownItems,
          orderby: day,
          ...(author ? { author: [author] } : {}),
          _fields: `id,title,${day},link`,
        },
        signal,
      ),
  });
  return (
    <Card title={title} isLoading={posts.isPending} error={posts.error} retry={() => void posts.refetch()}>
      {posts.data?.length === 0 && <Text c="dimmed">{none}</Text>}
      {posts.data?.map((post) => (
        <div key={post.id}>
          {may('edit_posts') ? (
            <TextLink to="/posts/$id" params={{ id: String(post.id) }} fw={600} c="inherit">
              {plainText(post.title.rendered) || words.common.untitled}
            </TextLink>
          ) : (
            <Anchor href={post.link} fw={600} c="inherit">
              {plainText(post.title.rendered) || words.common.untitled}
            </Anchor>
          )}
          <Text size="xs" c="dimmed">
            {post[day] && dates.minute(new Date(post[day]))}
          </Text>
        </div>
      ))}
    </Card>
  );
}

function WaitingCard() {
  const words = useWords();
  const may = useMay();
  const waiting = useQuery({
    queryKey: ['overview', 'waiting'],
    queryFn: async ({ signal }) => {
      const one = { per_page: 1, _fields: 'id' };
      const readsMessages = may('publish_pages') && start.extensions.includes('forms');
      const [comments, posts, messages] = await Promise.all([
        may('moderate_comments') ? api.list('/wp/v2/comments', { ...one, status: 'hold' }, signal) : null,
        may('edit_others_posts') ? api.list('/wp/v2/posts', { ...one, status: ['pending'] }, signal) : null,
        readsMessages ? api.list('/platen/v1/forms/messages', { per_page: 1, unread: true }, signal) : null,
      ]);
      return { comments: comments?.total ?? 0, posts: posts?.total ?? 0, messages: messages?.total ?? 0 };
    },
  });
  const { comments = 0, posts = 0, messages = 0 } = waiting.data ?? {};
  return (
    <Card
      title={words.overview.waiting}
      isLoading={waiting.isPending}
      error={waiting.error}
      retry={() => void waiting.refetch()}
    >
      {comments + posts + messages === 0 && <Text c="dimmed">{words.overview.nothingWaiting}</Text>}
      {messages > 0 && <TextLink to="/inbox">{words.overview.messages(messages)}</TextLink>}
      {comments > 0 && <TextLink to="/comments">{words.overview.comments(comments)}</TextLink>}
      {posts > 0 && (
        <TextLink to="/posts" search={{ status: 'pending' }}>
          {words.overview.pending(posts)}
        </TextLink>
      )}
    </Card>
  );
}

interface CardProps {
  readonly title: string;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly children: ReactNode;
}

function Card({ title, isLoading, error, retry, children }: CardProps) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {error ? (
        <ErrorState error={error} retry={retry} />
      ) : isLoading ? (
        <LoadingRows rows={3} />
      ) : (
        <Stack gap="sm">{children}</Stack>
      )}
    </Paper>
  );
}
