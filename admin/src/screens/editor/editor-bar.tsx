import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core';
import {
  ArrowLeft,
  Ellipsis,
  Eye,
  History,
  Keyboard,
  Maximize,
  PanelRight,
  Save,
  SquareArrowOutUpRight,
  Trash2,
} from 'lucide-react';
import { useMay } from '../../api/me.ts';
import { dangerColor } from '../../app/theme.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { addresses } from '../content/content-kind.ts';
import classes from './editor.module.css';
import type { EditorKind } from './editor-kind.ts';
import type { EditorTool } from './editor-tool.ts';
import { SaveNote } from './save-note.tsx';
import type { SaveLabel } from './save-plan.ts';
import type { Editing } from './use-editing.ts';
import { editorWords } from './words.ts';

interface EditorBarProps {
  readonly kind: EditorKind;
  readonly editing: Editing;
  /** The address of the page for readers, once there is one. */
  readonly link: string | null;
  readonly isPanelOpened: boolean;
  readonly use: (tool: EditorTool) => void;
}

/** Saving and publishing, and the way to everything that can be done with the text as a whole. */
export function EditorBar({ kind, editing, link, isPanelOpened, use }: EditorBarProps) {
  const words = useWords();
  const own = useOwnWords(editorWords);
  const may = useMay();
  const { supports, capabilities } = kind.type;
  const { isChanged, plan } = editing;
  const labels: Record<SaveLabel, string> = { ...words.editor, ...own.saving };
  return (
    <Group className={classes['bar']} justify="space-between" wrap="nowrap" gap="xs">
      <Group gap="xs" wrap="nowrap" miw={0}>
        <ButtonLink
          to={addresses.list(kind)}
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<ArrowLeft size={16} aria-hidden className="turns-with-direction" />}
          style={{ flexShrink: 0 }}
        >
          {kind.words(words).title}
        </ButtonLink>
        <SaveNote {...editing} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        {plan.save && (
          <Button
            variant="default"
            onClick={() => void editing.store('save')}
            disabled={!isChanged && editing.id === null}
            visibleFrom="xs"
          >
            {labels[plan.save.label]}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Eye size={18} aria-hidden />}
          onClick={() => use('preview')}
          visibleFrom="md"
        >
          {own.preview}
        </Button>
        <Button
          onClick={() => void editing.store('main')}
          loading={editing.save.isSaving}
          disabled={plan.main.label === 'update' && !isChanged}
        >
          {labels[plan.main.label]}
        </Button>
        <Tooltip label={words.editor.settings}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={words.editor.settings}
            aria-expanded={isPanelOpened}
            onClick={() => use('settings')}
          >
            <PanelRight size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={own.more}>
              <Ellipsis size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {plan.save && (
              <Menu.Item
                hiddenFrom="xs"
                leftSection={<Save size={16} aria-hidden />}
                disabled={!isChanged && editing.id === null}
                onClick={() => void editing.store('save')}
              >
                {labels[plan.save.label]}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<Eye size={16} aria-hidden />} onClick={() => use('preview')}>
              {own.preview}
            </Menu.Item>
            {editing.id !== null && supports.includes('revisions') && (
              <Menu.Item leftSection={<History size={16} aria-hidden />} onClick={() => use('versions')}>
                {own.versions}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<Maximize size={16} aria-hidden />} onClick={() => use('focusMode')}>
              {own.focusMode}
            </Menu.Item>
            <Menu.Item leftSection={<Keyboard size={16} aria-hidden />} onClick={() => use('shortcuts')}>
              {own.shortcuts}
            </Menu.Item>
            {link !== null && (
              <Menu.Item component="a" href={link} leftSection={<SquareArrowOutUpRight size={16} aria-hidden />}>
                {own.view}
              </Menu.Item>
            )}
            {editing.id !== null && may(capabilities.delete) && (
              <Menu.Item
                color={dangerColor}
                leftSection={<Trash2 size={16} aria-hidden />}
                onClick={() => use('trash')}
              >
                {own.trash}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Group>
  );
}
