import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../words/words.tsx';
import type { ContentKind } from './content-kind.ts';

export type ContentAction = 'trash' | 'restore' | 'publish' | 'draft' | 'remove';

/** How many requests are under way at once. */
const atOnce = 4;

/** Changes several items, says what became of it, and offers the way back where there is one. */
export function useContentActions(kind: ContentKind) {
  const words = useWords();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  const run = async (action: ContentAction, ids: readonly number[]): Promise<void> => {
    setBusy(true);
    const failures = await inTurns(ids, (id) => perform(kind, action, id));
    setBusy(false);
    await client.invalidateQueries({ queryKey: [kind.key] });
    const done = ids.filter((id) => !failures.has(id));
    if (done.length > 0) say(action, done);
    const [reason] = failures.values();
    if (reason !== undefined)
      notifications.show({ color: 'red', title: words.list.failed(failures.size), message: reason, autoClose: false });
  };

  const say = (action: ContentAction, done: readonly number[]): void => {
    const texts: Readonly<Record<ContentAction, string>> = {
      trash: words.list.trashed(done.length),
      restore: words.list.restored(done.length),
      publish: words.list.changed(done.length),
      draft: words.list.changed(done.length),
      remove: words.list.removed(done.length),
    };
    const back = action === 'trash' ? 'restore' : action === 'restore' ? 'trash' : null;
    const id = notifications.show({
      autoClose: 8_000,
      withCloseButton: true,
      closeButtonProps: { 'aria-label': words.common.close },
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{texts[action]}</Text>
          {back && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                notifications.hide(id);
                void run(back, done);
              }}
            >
              {words.common.undo}
            </Button>
          )}
        </Group>
      ),
    });
  };

  return { run, isBusy };
}

function perform(kind: ContentKind, action: ContentAction, id: number): Promise<unknown> {
  switch (action) {
    case 'trash':
      return kind.trash(id);
    case 'remove':
      return kind.remove(id);
    case 'publish':
      return kind.setStatus(id, 'publish');
    default:
      return kind.setStatus(id, 'draft');
  }
}

/** Does something with each, a few at a time; returns why it failed, by id. */
async function inTurns(ids: readonly number[], work: (id: number) => Promise<unknown>): Promise<Map<number, string>> {
  const waiting = [...ids];
  const failures = new Map<number, string>();
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const current = id;
      await work(current).catch((error: unknown) => {
        failures.set(current, error instanceof Error ? error.message : String(error));
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failures;
}
