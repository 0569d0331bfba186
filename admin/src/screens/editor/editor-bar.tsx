import { ActionIcon, Button, Group, Indicator, Menu, Tooltip } from '@mantine/core';
import {
  ArrowLeft,
  Copy,
  Ellipsis,
  Eye,
  History,
  Keyboard,
  Maximize,
  MessageSquare,
  Package,
  PanelRight,
  Save,
  SquareArrowOutUpRight,
  Trash2,
  UserCheck,
} from 'lucide-react';
import { useMay } from '../../api/me.ts';
import { dangerColor } from '../../app/theme.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { addresses } from '../content/content-kind.ts';
import classes from './editor.module.css';
import type { EditorKind } from './editor-kind.ts';
import type { EditorTool } from './editor-tool.ts';
import { noteWords } from './notes/words.ts';
import { reviewWords } from './review/words.ts';
import { useSaveLabel } from './save-label.ts';
import { SaveNote } from './save-note.tsx';
import type { Editing } from './use-editing.ts';
import { editorWords } from './words.ts';

interface EditorBarProps {
  readonly kind: EditorKind;
  readonly editing: Editing;
  /** The address of the page for readers, once there is one. */
  readonly link: string | null;
  readonly isPanelOpened: boolean;
  /** The notes on it; null until the server has it. */
  readonly notes: { readonly isOpened: boolean; readonly openCount: number } | null;
  readonly use: (tool: EditorTool) => void;
}

/** Saving and publishing, and the way to everything that can be done with the text as a whole. */
export function EditorBar({ kind, editing, link, isPanelOpened, notes, use }: EditorBarProps) {
  const words = useWords();
  const own = useOwnWords(editorWords);
  const review = useOwnWords(reviewWords);
  const may = useMay();
  const { supports, capabilities } = kind.type;
  const { isChanged, plan } = editing;
  // Where the state is to change too, there are two buttons already.
  const beside = plan.save === null ? plan.beside : null;
  const labelOf = useSaveLabel();
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
        <SaveNote editing={editing} link={link} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        {plan.save && (
          <Button
            variant="default"
            onClick={() => void editing.store('save')}
            disabled={!isChanged && editing.id === null}
            visibleFrom="xs"
          >
            {labelOf(plan.save)}
          </Button>
        )}
        {beside && (
          <Button variant="default" onClick={() => void editing.store('beside')} disabled={!isChanged} visibleFrom="md">
            {labelOf(beside)}
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
          {labelOf(plan.main)}
        </Button>
        {notes && <NotesTool {...notes} use={() => use('notes')} />}
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
                {labelOf(plan.save)}
              </Menu.Item>
            )}
            {beside && (
              <Menu.Item
                hiddenFrom="md"
                leftSection={<Save size={16} aria-hidden />}
                disabled={!isChanged}
                onClick={() => void editing.store('beside')}
              >
                {labelOf(beside)}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<Eye size={16} aria-hidden />} onClick={() => use('preview')}>
              {own.preview}
            </Menu.Item>
            {link !== null && (
              <Menu.Item
                hiddenFrom="xs"
                component="a"
                href={link}
                target="_blank"
                rel="noopener"
                leftSection={<SquareArrowOutUpRight size={16} aria-hidden />}
              >
                {own.viewPage}
              </Menu.Item>
            )}
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
            {editing.id !== null && ['draft', 'pending'].includes(editing.stored.status) && (
              <Menu.Item leftSection={<UserCheck size={16} aria-hidden />} onClick={() => use('review')}>
                {review.request}
              </Menu.Item>
            )}
            {editing.id !== null && (
              <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={() => use('duplicate')}>
                {own.duplicate}
              </Menu.Item>
            )}
            {editing.id !== null && may(capabilities.publish) && (
              <Menu.Item leftSection={<Package size={16} aria-hidden />} onClick={() => use('release')}>
                {own.toRelease}
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

/** Shows the notes, and how many are open. */
function NotesTool({
  isOpened,
  openCount,
  use,
}: {
  readonly isOpened: boolean;
  readonly openCount: number;
  readonly use: () => void;
}) {
  const words = useOwnWords(noteWords);
  const label = openCount > 0 ? words.open(openCount) : words.title;
  return (
    <Tooltip label={label}>
      <Indicator disabled={openCount === 0} label={openCount} size={16} offset={5}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} aria-expanded={isOpened} onClick={use}>
          <MessageSquare size={18} aria-hidden />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
