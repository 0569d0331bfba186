import { ActionIcon, FileButton, Group, Popover, Select, TextInput, Tooltip } from '@mantine/core';
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
import { type ComponentType, type FormEvent, useState } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import { visualWords } from '../words.ts';
import { placeEmbed } from './embed.ts';
import { EmbedForm } from './embed-form.tsx';
import classes from './visual.module.css';

interface ToolbarProps {
  readonly editor: Editor;
  /** Left out for those who may not upload. */
  readonly takeFiles?: ((files: readonly File[]) => boolean) | undefined;
  readonly choosePicture?: (() => void) | undefined;
}

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;

/** The marks and blocks of the visual editor; each has its usual key as well. */
export function Toolbar({ editor, takeFiles, choosePicture }: ToolbarProps) {
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
      {tool(own.undo, Undo2, () => chain().undo().run(), { isDisabled: !state.canUndo })}
      {tool(own.redo, Redo2, () => chain().redo().run(), { isDisabled: !state.canRedo })}
    </Group>
  );
}

/** Sets, changes or removes the address of a link. */
function LinkTool({ editor, isActive }: { readonly editor: Editor; readonly isActive: boolean }) {
  const own = useOwnWords(visualWords);
  const [isOpened, setOpened] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const href = String(new FormData(event.currentTarget).get('href')).trim();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else chain.setLink({ href }).run();
    setOpened(false);
  };
  return (
    <Popover opened={isOpened} onChange={setOpened} trapFocus withArrow shadow="md">
      <Popover.Target>
        <ActionIcon
          variant={isActive ? 'light' : 'subtle'}
          color={isActive ? undefined : 'gray'}
          aria-label={own.link}
          aria-pressed={isActive}
          onClick={() => setOpened(!isOpened)}
        >
          <Link2 size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={own.link}>
        <form onSubmit={submit}>
          <TextInput
            name="href"
            label={own.linkAddress}
            placeholder="https://"
            defaultValue={String(editor.getAttributes('link')['href'] ?? '')}
            description={own.linkHint}
            data-autofocus
          />
        </form>
      </Popover.Dropdown>
    </Popover>
  );
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
