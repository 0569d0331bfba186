import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { batch, headerOf } from '../../api/batch.ts';
import type { CommentEdit } from '../../api/interface.ts';
import { plainText } from '../../ui/plain-text.ts';
import { useOwnWords } from '../../words/words.tsx';
import classes from './comments.module.css';
import { type CommentState, commentStates } from './use-comment-actions.ts';
import { commentWords } from './words.ts';

/** How many comments an address has sent, by their state. */
export type SentBefore = Readonly<Record<Exclude<CommentState, 'trash'>, number>>;

const countedStates = commentStates.filter((state) => state !== 'trash');

/** What is known of those who wrote, by their e-mail address: one request for all that are shown. */
export function useSentBefore(comments: readonly CommentEdit[]): Readonly<Record<string, SentBefore>> {
  const emails = [...new Set(comments.map(({ author_email: email }) => email))].filter((email) => email !== '').sort();
  const { data } = useQuery({
    queryKey: ['comments', 'before', emails],
    queryFn: async () => {
      const asked = emails.flatMap((email) => countedStates.map((status) => ({ email, status })));
      const answers = await batch(
        asked.map(({ email, status }) => ({
          path: '/wp/v2/comments',
          query: { context: 'edit', author_email: email, status, per_page: 1, _fields: 'id' },
        })),
      );
      const found: Record<string, Record<string, number>> = {};
      asked.forEach(({ email, status }, i) => {
        const answer = answers[i];
        const total = answer ? Number(headerOf(answer, 'X-WP-Total')) : 0;
        found[email] = { ...found[email], [status]: total || 0 };
      });
      return found as Record<string, SentBefore>;
    },
    enabled: emails.length > 0,
    placeholderData: (before) => before,
  });
  return data ?? {};
}

interface CommentContextProps {
  readonly comment: CommentEdit;
  readonly state: CommentState;
  readonly before: SentBefore | undefined;
  /** Shows all that this address has sent. */
  readonly showSender: () => void;
}

/** What a decision needs: what is being answered, where it came from, and what the same person sent before. */
export function CommentContext({ comment, state, before, showSender }: CommentContextProps) {
  const own = useOwnWords(commentWords);
  const answered = answeredComment(comment);
  const facts = [comment.author_ip, comment.author_url].filter((fact) => fact !== '');
  const others = before && {
    ...before,
    ...(state === 'trash' ? {} : { [state]: Math.max(0, before[state] - 1) }),
  };
  const sent = others ? countedStates.filter((one) => others[one] > 0) : [];
  return (
    <>
      {answered && (
        <blockquote className={classes.answered}>
          <Text size="xs" c="dimmed">
            {own.inAnswerTo(answered.author || own.anonymous)}
          </Text>
          <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {answered.text}
          </Text>
        </blockquote>
      )}
      <Group gap="xs">
        {facts.length > 0 && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {facts.join(' · ')}
          </Text>
        )}
        {others &&
          (sent.length === 0 ? (
            <Text size="xs" c="dimmed">
              {own.firstComment}
            </Text>
          ) : (
            <Anchor component="button" type="button" size="xs" ta="start" onClick={showSender}>
              {own.sentBefore(sent.map((one) => own.sentCounts[one](others[one])).join(', '))}
            </Anchor>
          ))}
      </Group>
    </>
  );
}

/** The comment that this one answers, which is embedded. */
function answeredComment({ _embedded }: CommentEdit): { author: string; text: string } | null {
  const found: unknown[] = (Object.entries(_embedded ?? {}).find(([name]) => name === 'in-reply-to')?.[1] ?? []).flat();
  for (const one of found) {
    if (typeof one !== 'object' || one === null || !('content' in one) || !('author_name' in one)) continue;
    const { content, author_name: author } = one;
    if (typeof content === 'object' && content !== null && 'rendered' in content)
      return { author: String(author), text: plainText(String(content.rendered)).trim() };
  }
  return null;
}
