import { Anchor, Avatar, Button, Checkbox, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { CommentEdit } from '../../api/interface.ts';
import { useDeclared } from '../../api/known-types.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { plainText } from '../../ui/plain-text.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { FieldForm } from '../fields/field-form.tsx';
import { useFieldsForm } from '../fields/use-fields-form.ts';
import { CommentContext, type SentBefore } from './comment-context.tsx';
import { type CommentState, commentStates } from './use-comment-actions.ts';
import { commentWords } from './words.ts';

interface CommentCardProps {
  readonly comment: CommentEdit;
  readonly state: CommentState;
  readonly isSelected: boolean;
  readonly select: (isSelected: boolean) => void;
  readonly move: (to: CommentState) => void;
  /** What is being written here. */
  readonly writing: 'reply' | 'edit' | null;
  readonly write: (writing: 'reply' | 'edit' | null) => void;
  readonly before: SentBefore | undefined;
  readonly showSender: () => void;
}

/** One comment with what can be done with it. Its text is shown as text: nothing in it runs or is loaded. */
export function CommentCard(props: CommentCardProps) {
  const { comment, state, isSelected, select, move, writing, write, before, showSender } = props;
  const words = useWords();
  const own = useOwnWords(commentWords);
  const dates = useDates();
  const author = comment.author_name || own.anonymous;
  return (
    <Paper
      component="li"
      withBorder
      p="md"
      aria-label={own.by(author)}
      data-id={comment.id}
      tabIndex={0}
      bg={isSelected ? 'var(--mantine-primary-color-light)' : undefined}
    >
      <Group align="flex-start" wrap="nowrap">
        <Checkbox
          aria-label={`${words.common.select}: ${own.by(author)}`}
          checked={isSelected}
          onChange={(event) => select(event.currentTarget.checked)}
          mt={6}
        />
        <Avatar name={author} color="sea" size={32} aria-hidden visibleFrom="xs" />
        <Stack gap={6} style={{ flexGrow: 1 }} miw={0}>
          <Group gap="xs">
            <Text fw={600}>{author}</Text>
            <Text size="sm" c="dimmed">
              {comment.author_email}
            </Text>
            <Text size="sm" c="dimmed">
              {dates.minute(new Date(comment.date))}
            </Text>
          </Group>
          <CommentContext comment={comment} state={state} before={before} showSender={showSender} />
          <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {plainText(comment.content.rendered).trim()}
          </Text>
          <Text size="sm" c="dimmed">
            {own.on}{' '}
            <Anchor href={comment.link} c="inherit" td="underline">
              {postTitle(comment) || `#${comment.post}`}
            </Anchor>
          </Text>
          <Group gap="xs">
            {commentStates
              .filter((to) => to !== state)
              .map((to) => (
                <Button
                  key={to}
                  size="compact-sm"
                  variant={to === 'approve' ? 'light' : 'default'}
                  onClick={() => move(to)}
                >
                  {own.moves[to]}
                </Button>
              ))}
            <Button size="compact-sm" variant="default" onClick={() => write('reply')}>
              {own.reply}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => write('edit')}>
              {words.list.edit}
            </Button>
          </Group>
          {writing && <CommentForm key={writing} comment={comment} writing={writing} close={() => write(null)} />}
        </Stack>
      </Group>
    </Paper>
  );
}

interface CommentFormProps {
  readonly comment: CommentEdit;
  readonly writing: 'reply' | 'edit';
  readonly close: () => void;
}

/** Changes a comment with its fields, or answers it; an answer approves a comment that waits. */
function CommentForm({ comment, writing, close }: CommentFormProps) {
  const words = useWords();
  const own = useOwnWords(commentWords);
  const client = useQueryClient();
  const [text, setText] = useState(writing === 'edit' ? comment.content.raw : '');
  const { comment_fields: fields } = useDeclared();
  const { form, changed, refuse } = useFieldsForm(fields, writing === 'edit' ? comment.meta : undefined);
  const send = useMutation({
    mutationFn: async () => {
      if (writing === 'edit') return api.post('/wp/v2/comments/{id}', { id: comment.id, content: text, ...changed() });
      if (comment.status === 'hold') await api.post('/wp/v2/comments/{id}', { id: comment.id, status: 'approve' });
      return api.post('/wp/v2/comments', { post: comment.post, parent: comment.id, content: text, ...changed() });
    },
    onError: refuse,
    onSuccess: async () => {
      notifyDone(words, writing === 'edit' ? words.list.changed(1) : own.replied);
      close();
      await client.invalidateQueries({ queryKey: ['comments'] });
      await client.invalidateQueries({ queryKey: ['overview'] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Textarea
        label={writing === 'edit' ? own.text : own.reply}
        autosize
        minRows={3}
        required
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autoFocus
      />
      <FieldForm form={form} fields={fields} isPlain />
      {send.isError && <ErrorState title={words.states.notSaved} error={send.error} />}
      <Group gap="xs" mt="xs">
        <Button type="submit" size="compact-md" loading={send.isPending}>
          {writing === 'edit' ? words.common.save : own.sendReply}
        </Button>
        <Button size="compact-md" variant="default" onClick={close}>
          {words.common.cancel}
        </Button>
      </Group>
    </form>
  );
}

/** The title of the post, which is embedded. */
function postTitle({ _embedded }: CommentEdit): string {
  const found: unknown[] = (_embedded?.up ?? []).flat();
  for (const one of found)
    if (typeof one === 'object' && one !== null && 'title' in one) {
      const { title } = one;
      if (typeof title === 'object' && title !== null && 'rendered' in title) return plainText(String(title.rendered));
    }
  return '';
}
