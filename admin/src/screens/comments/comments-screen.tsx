import { Button, Checkbox, Group, Kbd, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ListStates } from '../../ui/list-states.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField, useListSearch } from '../../ui/search-field.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { CommentCard } from './comment-card.tsx';
import { useSentBefore } from './comment-context.tsx';
import classes from './comments.module.css';
import { type CommentState, commentStates, useCommentActions } from './use-comment-actions.ts';
import { commentKeys, useCommentKeys } from './use-comment-keys.ts';
import { commentWords } from './words.ts';

const perPage = 20;

/** The queue of comments: what waits, what is shown, what was refused. */
export function CommentsScreen() {
  const words = useWords();
  const own = useOwnWords(commentWords);
  const [state, setState] = useState<CommentState>('hold');
  const { page, setPage, search, field } = useListSearch();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { move, isBusy } = useCommentActions();
  const list = useQuery({
    queryKey: ['comments', 'list', state, page, search],
    queryFn: ({ signal }) =>
      api.list('/wp/v2/comments', { status: state, page, per_page: perPage, search, _embed: true }, signal),
    placeholderData: keepPreviousData,
  });
  const show = (next: CommentState) => {
    setState(next);
    setPage(1);
    setSelected(new Set());
  };
  const select = (id: number, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const moveSelected = (to: CommentState) => {
    void move([...selected], state, to);
    setSelected(new Set());
  };
  const comments = list.data?.items ?? [];
  const before = useSentBefore(comments);
  const [writing, setWriting] = useState<{ readonly id: number; readonly what: 'reply' | 'edit' } | null>(null);
  const { list: place, onKeyDown } = useCommentKeys({
    state,
    move: (id, to) => void move([id], state, to),
    toggle: (id) => select(id, !selected.has(id)),
    write: (id, what) => setWriting({ id, what }),
  });
  const isAllSelected = comments.length > 0 && comments.every(({ id }) => selected.has(id));
  return (
    <Screen title={words.comments.title} note={list.data && own.count(list.data.total)}>
      <Group mb="md">
        <SegmentedControl
          aria-label={words.list.filterState}
          data={commentStates.map((value) => ({ value, label: own.states[value] }))}
          value={state}
          onChange={(value) => show(commentStates.find((one) => one === value) ?? 'hold')}
        />
        <SearchField {...field} />
      </Group>
      {comments.length > 0 && (
        <Group id="comment-keys" gap="sm" mb="sm" visibleFrom="sm" role="note" aria-label={own.keys}>
          {commentKeys
            .filter(([, does]) => does !== state)
            .map(([letter, does]) => (
              <Group key={letter} gap={4} wrap="nowrap">
                <Kbd size="xs">{letter}</Kbd>
                <Text size="xs" c="dimmed">
                  {own.keyNames[does]}
                </Text>
              </Group>
            ))}
        </Group>
      )}
      {comments.length > 0 && (
        <Group mb="sm" gap="xs">
          <Checkbox
            label={selected.size > 0 ? words.list.selected(selected.size) : words.common.selectAll}
            checked={isAllSelected}
            indeterminate={!isAllSelected && selected.size > 0}
            onChange={(event) => setSelected(new Set(event.currentTarget.checked ? comments.map(({ id }) => id) : []))}
          />
          {selected.size > 0 &&
            commentStates
              .filter((to) => to !== state)
              .map((to) => (
                <Button key={to} size="compact-sm" variant="default" loading={isBusy} onClick={() => moveSelected(to)}>
                  {own.moves[to]}
                </Button>
              ))}
        </Group>
      )}
      <ListStates query={list} count={comments.length} empty={{ title: own.empty[state] }} isFiltered={search !== ''}>
        <ul ref={place} onKeyDown={onKeyDown} aria-describedby="comment-keys" className={classes.list}>
          {comments.map((comment) => (
            <CommentCard
              key={comment.id}
              comment={comment}
              state={state}
              isSelected={selected.has(comment.id)}
              select={(isSelected) => select(comment.id, isSelected)}
              move={(to) => void move([comment.id], state, to)}
              writing={writing?.id === comment.id ? writing.what : null}
              write={(what) => setWriting(what && { id: comment.id, what })}
              before={before[comment.author_email]}
              showSender={() => field.onChange(comment.author_email)}
            />
          ))}
        </ul>
      </ListStates>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
    </Screen>
  );
}
