import { ActionIcon, Button, Collapse, Menu, Popover, Stack, Text, Tooltip } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { ArrowDown, ArrowUp, ChevronRight, Copy, Plus, Settings2, Table2, Trash2 } from 'lucide-react';
import { type ComponentType, type RefObject, useLayoutEffect, useState } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import type { SourceDocument } from '../source/document.ts';
import {
  addInside,
  type CurrentBlock,
  changeField,
  currentBlocks,
  duplicateBlock,
  moveBlock,
  removeBlock,
  sourceOf,
} from './block-commands.ts';
import { BlockForm, useLabels } from './block-form.tsx';
import classes from './blocks.module.css';
import { insideOf } from './kinds.ts';
import { addColumn, addRow, isInTable, removeColumn, removeRow } from './table-commands.ts';
import { blockWords } from './words.ts';

interface BlockBarProps {
  readonly editor: Editor;
  readonly surface: RefObject<HTMLDivElement | null>;
  readonly style: SourceDocument['style'];
}

/** Above the block with the cursor: its name, those around it, its settings, and what can be done with it. */
export function BlockBar({ editor, surface, style }: BlockBarProps) {
  const words = useOwnWords(blockWords);
  const shown = useLabels();
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => current.state,
    equalityFn: (a, b) => a === b,
  });
  const blocks = currentBlocks(state).filter((one) => !isUsual(one));
  const block = blocks.at(-1);
  const top = useTop(editor, surface, block, state);
  if (!block || !editor.isEditable) return null;
  const { pos, node, kind } = block;
  const inside = insideOf(kind);
  const tool = (label: string, Icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>, run: () => void) => (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={run}>
        <Icon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div className={classes['bar']} style={{ top }} role="toolbar" aria-label={words.bar(shown(kind.label))}>
      {blocks.slice(-3, -1).map((outer) => (
        <Button
          key={outer.pos}
          size="compact-sm"
          variant="subtle"
          color="gray"
          px={4}
          aria-label={words.select(shown(outer.kind.label))}
          rightSection={<ChevronRight size={14} aria-hidden />}
          onClick={() => editor.chain().focus().setNodeSelection(outer.pos).run()}
        >
          {shown(outer.kind.label)}
        </Button>
      ))}
      <Text size="sm" fw={600} px={6} style={{ whiteSpace: 'nowrap' }}>
        {shown(kind.label)}
      </Text>
      {(kind.fields.length > 0 || (kind.more ?? []).length > 0) && (
        <SettingsTool
          key={pos}
          block={block}
          read={() => sourceOf(node, style)}
          change={(field, value) => changeField(editor, pos, field, value, style)}
        />
      )}
      {isInTable(editor) && <TableTool editor={editor} />}
      {inside && tool(words.addInside, Plus, () => addInside(editor, pos, inside))}
      {!node.isInline && tool(words.up, ArrowUp, () => moveBlock(editor, pos, -1))}
      {!node.isInline && tool(words.down, ArrowDown, () => moveBlock(editor, pos, 1))}
      {!node.isInline && tool(words.duplicate, Copy, () => duplicateBlock(editor, pos))}
      {tool(words.remove, Trash2, () => removeBlock(editor, pos))}
    </div>
  );
}

/** Text has the formatting bar, and its settings there. */
const isUsual = ({ node }: CurrentBlock): boolean =>
  /^(?:paragraph|heading|bulletList|orderedList|listItem|codeBlock|blockquote)$/.test(node.type.name);

/** The settings of the paragraph, heading or list with the cursor; nothing outside of blocks. */
export function TextSettings({ editor, style }: Pick<BlockBarProps, 'editor' | 'style'>) {
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => current.state,
    equalityFn: (a, b) => a === b,
  });
  const block = currentBlocks(state).findLast(({ kind }) => kind.fields.length + (kind.more ?? []).length > 0);
  if (!block || !isUsual(block)) return null;
  return (
    <SettingsTool
      key={block.pos}
      block={block}
      read={() => sourceOf(block.node, style)}
      change={(field, value) => changeField(editor, block.pos, field, value, style)}
    />
  );
}

const barHeight = 44;
const tall = 300;

/** Right above the block, and in view. */
function useTop(
  editor: Editor,
  surface: RefObject<HTMLDivElement | null>,
  block: CurrentBlock | undefined,
  revision: unknown,
): number {
  const [top, setTop] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the block may have moved with every change of the text
  useLayoutEffect(() => {
    const dom = block && editor.view.nodeDOM(block.pos);
    const holder = surface.current;
    if (!(dom instanceof HTMLElement) || !holder) return;
    const from = holder.getBoundingClientRect().top;
    const { top: above, bottom, height } = dom.getBoundingClientRect();
    const least = editor.view.dom.getBoundingClientRect().top - from;
    const wanted = above - from - barHeight;
    // Above the first block are other buttons: the bar goes below it, or over it where it is tall.
    const instead = height < tall ? bottom - from + 6 : least;
    setTop(wanted >= least ? wanted : instead);
  }, [revision, block?.pos]);
  return top;
}

interface SettingsToolProps {
  readonly block: CurrentBlock;
  /** The source of the block; only wanted while the settings are shown. */
  readonly read: () => string;
  readonly change: Parameters<typeof BlockForm>[0]['change'];
}

function SettingsTool({ block: { kind }, read, change }: SettingsToolProps) {
  const words = useOwnWords(blockWords);
  const [isOpened, setOpened] = useState(false);
  const [isMore, setMore] = useState(kind.fields.length === 0);
  const { more = [] } = kind;
  const source = isOpened ? read() : '';
  return (
    <Popover opened={isOpened} onChange={setOpened} trapFocus withArrow shadow="md" width={300} position="bottom-start">
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<Settings2 size={15} aria-hidden />}
          onClick={() => setOpened(!isOpened)}
        >
          {words.settings}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.settings}>
        <Stack gap="sm">
          <BlockForm fields={kind.fields} source={source} change={change} />
          {more.length > 0 && kind.fields.length > 0 && (
            <Button size="compact-sm" variant="subtle" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
              {words.moreSettings}
            </Button>
          )}
          <Collapse expanded={isMore}>
            <BlockForm fields={more} source={source} change={change} />
          </Collapse>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function TableTool({ editor }: { readonly editor: Editor }) {
  const words = useOwnWords(blockWords);
  return (
    <Menu shadow="md" position="bottom-start">
      <Menu.Target>
        <Button size="compact-sm" variant="light" leftSection={<Table2 size={15} aria-hidden />}>
          {words.table}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => addRow(editor, 'above')}>{words.rowAbove}</Menu.Item>
        <Menu.Item onClick={() => addRow(editor, 'below')}>{words.rowBelow}</Menu.Item>
        <Menu.Item onClick={() => removeRow(editor)}>{words.removeRow}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => addColumn(editor, 'before')}>{words.columnBefore}</Menu.Item>
        <Menu.Item onClick={() => addColumn(editor, 'after')}>{words.columnAfter}</Menu.Item>
        <Menu.Item onClick={() => removeColumn(editor)}>{words.removeColumn}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
