import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useState } from 'react';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { BlockForm, useLabels } from '../blocks/block-form.tsx';
import type { BlockKind } from '../blocks/block-kind.ts';
import { formKind } from '../blocks/kinds.ts';
import { blockWords } from '../blocks/words.ts';
import { visualWords } from '../words.ts';
import classes from './visual.module.css';

const shownLength = 400;

/** Shows a piece without texts of its own: by its settings where it is known, else by its source. */
export function IslandView(props: NodeViewProps) {
  const kind = formKind(String(props.node.attrs['source']));
  return kind ? <FormView {...props} kind={kind} /> : <SourceView {...props} />;
}

/** A block that is edited by its settings. */
function FormView({ node, updateAttributes, selected, editor, kind }: NodeViewProps & { readonly kind: BlockKind }) {
  const blocks = useOwnWords(blockWords);
  const shown = useLabels();
  const source = String(node.attrs['source']);
  const [isOpened, setOpened] = useState(kind.isCode === true);
  return (
    <NodeViewWrapper className={classes['embed']} data-selected={selected || undefined} contentEditable={false}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {shown(kind.label)}
        </Text>
        {editor.isEditable && kind.fields.length > 0 && !kind.isCode && (
          <Button size="compact-sm" variant="subtle" aria-expanded={isOpened} onClick={() => setOpened(!isOpened)}>
            {blocks.settings}
          </Button>
        )}
      </Group>
      {kind.isMade && (
        <Text size="xs" c="dimmed">
          {blocks.madeByTheSite}
        </Text>
      )}
      {isOpened && editor.isEditable && (
        <BlockForm
          fields={kind.fields}
          source={source}
          change={(field, value) => updateAttributes({ source: field.write(source, value) })}
        />
      )}
    </NodeViewWrapper>
  );
}

/** Shows the source of an island; it is changed as text or not at all. */
function SourceView({ node, updateAttributes, selected, editor }: NodeViewProps) {
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
