import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useState } from 'react';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { visualWords } from '../words.ts';
import classes from './visual.module.css';

const shownLength = 400;

/** Shows the source of an island; it is changed as text or not at all. */
export function IslandView({ node, updateAttributes, selected, editor }: NodeViewProps) {
  const words = useWords();
  const own = useOwnWords(visualWords);
  const source = String(node.attrs['source']);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <NodeViewWrapper className={classes.island} data-selected={selected || undefined} contentEditable={false}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="xs" c="dimmed" fw={600}>
          {own.island(kindOf(source))}
        </Text>
        {editor.isEditable && (
          <Button size="compact-sm" variant="subtle" onClick={() => setTyped(source)}>
            {own.editHtml}
          </Button>
        )}
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long source scrolls, for the keyboard too */}
      <pre className={classes.source} tabIndex={0}>
        {source.length > shownLength ? `${source.slice(0, shownLength)}…` : source}
      </pre>
      <Modal
        opened={typed !== null}
        onClose={() => setTyped(null)}
        title={own.editHtml}
        size="xl"
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        <Stack>
          <Textarea
            aria-label={own.editHtml}
            value={typed ?? ''}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autosize
            minRows={6}
            maxRows={24}
            ff="monospace"
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setTyped(null)}>
              {words.common.cancel}
            </Button>
            <Button
              onClick={() => {
                updateAttributes({ source: typed ?? '' });
                setTyped(null);
              }}
            >
              {own.apply}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </NodeViewWrapper>
  );
}

/** A word for what it is: the block, the shortcode or the element it begins with. */
function kindOf(source: string): string {
  const found = /^<!--\s+wp:([\w/-]+)|^\[(\w[\w-]*)|^<(\w+)|^<!--\s*(\w+)/.exec(source);
  return found?.slice(1).find((name) => name !== undefined) ?? '';
}
