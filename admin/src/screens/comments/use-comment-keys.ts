import { useWindowEvent } from '@mantine/hooks';
import { type KeyboardEvent, useRef } from 'react';
import type { CommentState } from './use-comment-actions.ts';

/** What the keys do, in the order in which they are explained. */
export const commentKeys = [
  ['J', 'next'],
  ['K', 'previous'],
  ['A', 'approve'],
  ['H', 'hold'],
  ['S', 'spam'],
  ['D', 'trash'],
  ['R', 'reply'],
  ['E', 'edit'],
  ['X', 'select'],
] as const;

export type CommentKey = (typeof commentKeys)[number][1];

const others: Readonly<Record<string, CommentKey>> = { ArrowDown: 'next', ArrowUp: 'previous', Delete: 'trash' };

const keyOf = ({ key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>) =>
  altKey || ctrlKey || metaKey
    ? undefined
    : (others[key] ?? commentKeys.find(([letter]) => letter.toLowerCase() === key.toLowerCase())?.[1]);

const isMove = (key: CommentKey): key is Exclude<CommentState, never> & CommentKey =>
  ['approve', 'hold', 'spam', 'trash'].includes(key);

interface CommentKeyActions {
  readonly state: CommentState;
  readonly move: (id: number, to: CommentState) => void;
  readonly toggle: (id: number) => void;
  readonly write: (id: number, writing: 'reply' | 'edit') => void;
}

/**
 * The keys of a list of comments. Letters count only while a comment has the focus; the first is reached with J or
 * the arrow while nothing else has it.
 */
export function useCommentKeys({ state, move, toggle, write }: CommentKeyActions) {
  const list = useRef<HTMLUListElement>(null);
  const cards = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-id]') ?? [])];
  const focusAt = (place: number): void => {
    const card = cards()[place];
    card?.focus();
    card?.scrollIntoView({ block: 'nearest' });
  };
  useWindowEvent('keydown', (event) => {
    const at = document.activeElement;
    if (keyOf(event) !== 'next' || event.defaultPrevented || (at !== document.body && at?.id !== 'main')) return;
    if (cards().length === 0) return;
    event.preventDefault();
    focusAt(0);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = cards().indexOf(event.target as HTMLElement);
    const key = place < 0 ? undefined : keyOf(event);
    if (key === undefined) return;
    event.preventDefault();
    const id = Number((event.target as HTMLElement).dataset['id']);
    if (key === 'next') focusAt(place + 1);
    else if (key === 'previous') focusAt(Math.max(0, place - 1));
    else if (key === 'select') toggle(id);
    else if (key === 'reply' || key === 'edit') write(id, key);
    else if (isMove(key) && key !== state) {
      // What is decided leaves the list; the next one is at hand.
      if (place + 1 < cards().length) focusAt(place + 1);
      else if (place > 0) focusAt(place - 1);
      else document.getElementById('main')?.focus();
      move(id, key);
    }
  };
  return { list, onKeyDown };
}
