import {
  ActionIcon,
  Button,
  Checkbox,
  FileButton,
  Group,
  Popover,
  Select,
  Stack,
  TextInput,
  Tooltip,
} from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import {
  Bold,
  Code,
  Globe,
  ImagePlus,
  Images,
  Italic,
  Link2,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';
import { type ComponentType, type FormEvent, useEffect, useState } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import { TextSettings } from '../blocks/block-bar.tsx';
import type { SourceDocument } from '../source/document.ts';
import { visualWords } from '../words.ts';
import { placeEmbed } from './embed.ts';
import { EmbedForm } from './embed-form.tsx';
import classes from './visual.module.css';

interface ToolbarProps {
  readonly editor: Editor;
  /** How new blocks are written. */
  readonly style: SourceDocument['style'];
  /** Left out for those who may not upload. */
  readonly takeFiles?: ((files: readonly File[]) => boolean) | undefined;
  readonly choosePicture?: (() => void) | undefined;
}

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;

/** The marks and blocks of the visual editor; each has its usual key as well. */
export function Toolbar({ editor, style, takeFiles, choosePicture }: ToolbarProps) {
  const own = useOwnWords(visualWords);
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      strike: current.isActive('strike'),
      code: current.isActive('code'),
      link: current.isActive('link'),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      blockquote: current.isActive('blockquote'),
      level: String([1, 2, 3, 4, 5, 6].find((level) => current.isActive('heading', { level })) ?? 0),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();
  const tool = (
    label: string,
    Icon: Icon,
    run: () => void,
    facts: { isActive?: boolean; isDisabled?: boolean } = {},
  ) => (
    <Tooltip label={label}>
      <ActionIcon
        variant={facts.isActive ? 'light' : 'subtle'}
        color={facts.isActive ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={facts.isActive}
        disabled={facts.isDisabled}
        onClick={run}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
  const setLevel = (value: string | null) => {
    const level = Number(value ?? 0);
    if (level === 0) chain().setParagraph().run();
    else
      chain()
        .setHeading({ level: level as 1 | 2 | 3 | 4 | 5 | 6 })
        .run();
  };
  return (
    <Group gap={4} className={classes['toolbar']} role="toolbar" aria-label={own.toolbar}>
      <Select
        aria-label={own.paragraphKind}
        size="xs"
        w={130}
        allowDeselect={false}
        data={[
          { value: '0', label: own.paragraph },
          ...[1, 2, 3, 4, 5, 6].map((level) => ({ value: String(level), label: own.heading(level) })),
        ]}
        value={state.level}
        onChange={setLevel}
      />
      {tool(own.bold, Bold, () => chain().toggleBold().run(), { isActive: state.bold })}
      {tool(own.italic, Italic, () => chain().toggleItalic().run(), { isActive: state.italic })}
      {tool(own.underline, Underline, () => chain().toggleUnderline().run(), { isActive: state.underline })}
      {tool(own.strike, Strikethrough, () => chain().toggleStrike().run(), { isActive: state.strike })}
      {tool(own.code, Code, () => chain().toggleCode().run(), { isActive: state.code })}
      <LinkTool editor={editor} isActive={state.link} />
      {tool(own.bulletList, List, () => chain().toggleBulletList().run(), { isActive: state.bulletList })}
      {tool(own.orderedList, ListOrdered, () => chain().toggleOrderedList().run(), { isActive: state.orderedList })}
      {tool(own.quote, Quote, () => chain().toggleBlockquote().run(), { isActive: state.blockquote })}
      {tool(own.rule, Minus, () => chain().setHorizontalRule().run())}
      {takeFiles && (
        <FileButton accept="image/*" multiple onChange={(files) => takeFiles(files)}>
          {(props) => (
            <Tooltip label={own.image}>
              <ActionIcon variant="subtle" color="gray" aria-label={own.image} {...props}>
                <ImagePlus size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </FileButton>
      )}
      {choosePicture && tool(own.library, Images, choosePicture)}
      <EmbedTool editor={editor} />
      <TextSettings editor={editor} style={style} />
      {tool(own.undo, Undo2, () => chain().undo().run(), { isDisabled: !state.canUndo })}
      {tool(own.redo, Redo2, () => chain().redo().run(), { isDisabled: !state.canRedo })}
    </Group>
  );
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** Sets, changes or removes the address of a link. */
function LinkTool({ editor, isActive }: { readonly editor: Editor; readonly isActive: boolean }) {
  const own = useOwnWords(visualWords);
  const [isOpened, setOpened] = useState(false);
  useEffect(() => {
    const { dom } = editor.view;
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpened(true);
    };
    dom.addEventListener('keydown', open);
    return () => dom.removeEventListener('keydown', open);
  }, [editor]);
  const { href: address = '', html: current = [] } = editor.getAttributes('link') as { href?: string; html?: Pairs };
  const opensTab = current.some(([name, value]) => name === 'target' && value === '_blank');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The form may stand inside that of a dialog.
    event.stopPropagation();
    const data = new FormData(event.currentTarget);
    const href = String(data.get('href')).trim();
    const wantsTab = data.get('tab') !== null;
    const html = wantsTab === opensTab ? current : withTab(current, href, wantsTab);
    const { empty } = editor.state.selection;
    const chain = editor.chain().focus();
    if (href === '') chain.extendMarkRange('link').unsetLink().run();
    else if (/^\s*(?:javascript|data|vbscript):/i.test(href)) return;
    else if (empty && !isActive)
      chain
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href, html } }] })
        .unsetMark('link')
        .run();
    else chain.extendMarkRange('link').setLink({ href }).updateAttributes('link', { html }).run();
    setOpened(false);
  };
  return (
    <Popover opened={isOpened} onChange={setOpened} trapFocus withArrow shadow="md" width={320}>
      <Popover.Target>
        <Tooltip label={`${own.link} (${own.linkKey})`} disabled={isOpened}>
          <ActionIcon
            variant={isActive ? 'light' : 'subtle'}
            color={isActive ? undefined : 'gray'}
            aria-label={own.link}
            aria-pressed={isActive}
            onClick={() => setOpened(!isOpened)}
          >
            <Link2 size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={own.link}>
        <form onSubmit={submit}>
          <Stack gap="xs">
            <TextInput
              name="href"
              label={own.linkAddress}
              placeholder="https://"
              defaultValue={address}
              description={own.linkHint}
              data-autofocus
            />
            <Checkbox size="sm" name="tab" label={own.linkTab} defaultChecked={opensTab} />
            <Button type="submit" size="compact-sm">
              {own.apply}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The attributes of a link that opens in a tab of its own, or no longer does. */
function withTab(html: Pairs, href: string, wantsTab: boolean): Pairs {
  const others = html.filter(([name]) => name !== 'target' && name !== 'rel');
  if (!wantsTab) return others;
  const first: Pairs = others.some(([name]) => name === 'href') ? others : [['href', href], ...others];
  return [...first, ['target', '_blank'], ['rel', 'noreferrer noopener']];
}

/** Puts an address into the text as something that is embedded. */
function EmbedTool({ editor }: { readonly editor: Editor }) {
  const words = useOwnWords(visualWords);
  const [isOpened, setOpened] = useState(false);
  return (
    <Popover opened={isOpened} onChange={setOpened} trapFocus withArrow shadow="md" width={360}>
      <Popover.Target>
        <Tooltip label={words.embed} disabled={isOpened}>
          <ActionIcon variant="subtle" color="gray" aria-label={words.embed} onClick={() => setOpened(!isOpened)}>
            <Globe size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.embed}>
        <EmbedForm
          submit={(source) => {
            editor
              .chain()
              .focus()
              .command(({ tr }) => placeEmbed(tr, source).docChanged)
              .run();
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
