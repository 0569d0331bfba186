import { Button, Group, Text } from '@mantine/core';
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import { changedEmbed, shownAddress } from '../source/embed-source.ts';
import { visualWords } from '../words.ts';
import { EmbedForm } from './embed-form.tsx';
import classes from './visual.module.css';

/** A card in place of what an address leads to. */
export function EmbedView({ node, updateAttributes, deleteNode, selected, editor }: NodeViewProps) {
  const words = useOwnWords(visualWords);
  const [isChanging, setChanging] = useState(false);
  const address = shownAddress(String(node.attrs['source']));
  return (
    <NodeViewWrapper className={classes['embed']} data-selected={selected || undefined} contentEditable={false}>
      <Group gap="sm" wrap="nowrap">
        <Globe size={24} aria-hidden />
        <div className={classes['embedText']}>
          <Text size="sm" fw={600}>
            {words.embedded(hostOf(address))}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {address}
          </Text>
        </div>
        {editor.isEditable && (
          <Group gap={4}>
            <Button size="compact-sm" variant="subtle" onClick={() => setChanging(!isChanging)}>
              {words.changeEmbed}
            </Button>
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => deleteNode()}>
              {words.removeEmbed}
            </Button>
          </Group>
        )}
      </Group>
      {isChanging && (
        <EmbedForm
          address={address}
          submit={(typed) => {
            updateAttributes(changedEmbed(node.attrs['wrap'], typed));
            setChanging(false);
          }}
        />
      )}
    </NodeViewWrapper>
  );
}

function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '');
  } catch {
    return address;
  }
}
