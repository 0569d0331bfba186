import { Button, Group, SegmentedControl, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle, useHotkeys } from '@mantine/hooks';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { AttachmentEdit } from '../../api/interface.ts';
import { useMay } from '../../api/me.ts';
import { basePath, start } from '../../app/start.ts';
import type { PlacedPicture } from '../../editor/visual/picture.ts';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { LoadingRows } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { addresses } from '../content/content-kind.ts';
import { restoreContent } from '../content/restore-content.ts';
import { FieldForm } from '../fields/field-form.tsx';
import { dimensionsOf } from '../media/attachment-facts.ts';
import { uploadFile } from '../media/upload-file.ts';
import { type Autosave, loadAutosave } from './autosave.ts';
import classes from './editor.module.css';
import { EditorBar } from './editor-bar.tsx';
import type { EditorKind, Loaded } from './editor-kind.ts';
import { EditorNotices } from './editor-notices.tsx';
import type { EditorTool } from './editor-tool.ts';
import type { FieldName } from './fields.ts';
import { type Preview, showChanges } from './preview/previews.ts';
import { ReferredBy } from './referred-by.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { TextConflict } from './text-conflict.tsx';
import { measureText } from './text-measures.ts';
import { useEditing } from './use-editing.ts';
import { useFocusMode } from './use-focus-mode.ts';
import { useSiteTime } from './use-site-time.ts';
import { editorWords } from './words.ts';

const VisualEditor = lazy(() =>
  import('../../editor/visual/visual-editor.tsx').then((m) => ({ default: m.VisualEditor })),
);
const HtmlEditor = lazy(() => import('../../editor/html-editor.tsx').then((m) => ({ default: m.HtmlEditor })));
const VersionsDialog = lazy(() =>
  import('./versions/versions-dialog.tsx').then((m) => ({ default: m.VersionsDialog })),
);
const PreviewDialog = lazy(() => import('./preview/preview-dialog.tsx').then((m) => ({ default: m.PreviewDialog })));
const MediaPicker = lazy(() => import('../media/media-picker.tsx').then((m) => ({ default: m.MediaPicker })));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx').then((m) => ({ default: m.ShortcutsDialog })));

/** The editor for something that exists. */
export function EditExisting({ kind, id }: { readonly kind: EditorKind; readonly id: number }) {
  const { data } = useSuspenseQuery({
    queryKey: [kind.key, 'edit', id],
    queryFn: async ({ signal }) => {
      const [loaded, autosave] = await Promise.all([
        kind.load(id, signal),
        // The text can be edited without it.
        loadAutosave(id, signal).catch(() => null),
      ]);
      return { loaded, autosave };
    },
    // What is being edited is not replaced from behind; conflicts are found when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return <Editor kind={kind} loaded={data.loaded} autosave={data.autosave} key={id} />;
}

/** The editor for something new; each visit of its address begins another one. */
export function EditNew({ kind }: { readonly kind: EditorKind }) {
  const visit = useLocation({ select: ({ state }) => state.__TSR_key });
  return <Editor kind={kind} loaded={null} autosave={null} key={visit} />;
}

interface EditorProps {
  readonly kind: EditorKind;
  readonly loaded: Loaded | null;
  readonly autosave: Autosave | null;
}

function Editor({ kind, loaded, autosave }: EditorProps) {
  const words = useWords();
  const own = useOwnWords(editorWords);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [mode, setMode] = useState<'visual' | 'html'>('visual');
  const [isPanelOpened, setPanelOpened] = useState(() => window.matchMedia('(min-width: 68em)').matches);
  const [opened, setOpened] = useState<'preview' | 'versions' | 'shortcuts' | null>(null);
  const [isFocused, setFocused] = useFocusMode();
  const [placing, setPlacing] = useState<((picture: PlacedPicture) => void) | null>(null);
  const may = useMay();
  const editing = useEditing({
    kind,
    loaded,
    autosave,
    canPublish: may(kind.type.capabilities.publish),
    siteTime: useSiteTime(),
    created: (id) => rename(`${basePath}${addresses.item(kind, id)}`),
  });
  const { fields, set, isChanged } = editing;
  const heading = fields.title.trim() || kind.newTitle(words);
  useDocumentTitle(`${heading} – ${start.siteTitle}`);

  const upload = async (file: File, alt: string): Promise<PlacedPicture | null> => {
    try {
      return placed(await uploadFile(file, alt));
    } catch (error) {
      notifyFailed(words, words.editor.uploadFailed, error);
      return null;
    }
  };

  const preview = useRef<Preview | null>(null);
  const makePreview = async (): Promise<Preview> => {
    if (editing.id === null) throw new Error(words.states.notSaved);
    preview.current = await showChanges(kind, editing.id, editing, preview.current);
    return preview.current;
  };

  const moveToTrash = async () => {
    if (editing.id === null) return;
    const { id } = editing;
    try {
      await kind.items.trash(id);
      await client.invalidateQueries({ queryKey: [kind.key] });
      await navigate({ to: addresses.list(kind), ignoreBlocker: true });
      notifyDone(words, words.list.trashed(1), () => {
        void restoreContent(id)
          .then(() => client.invalidateQueries({ queryKey: [kind.key] }))
          .catch((error: unknown) => notifyFailed(words, words.states.notSaved, error));
      });
    } catch (error) {
      notifyFailed(words, words.states.notSaved, error);
    }
  };

  const resolveConflict = async (keeps: 'mine' | 'theirs') => {
    const back = await editing.resolve(keeps);
    if (back) notifyDone(words, own.gaveWay, back);
  };

  const use = (tool: EditorTool): void => {
    if (tool === 'settings') setPanelOpened(!isPanelOpened);
    else if (tool === 'focusMode') setFocused(!isFocused);
    else if (tool === 'trash') void moveToTrash();
    else if (tool !== 'preview' || editing.id !== null) setOpened(tool);
    // Something new needs a number before it has a page.
    else void editing.store('save').then((isStored) => isStored && setOpened('preview'));
  };
  const physical = { usePhysicalKeys: true };
  useHotkeys(
    [
      ['mod+S', () => void editing.store('save')],
      ['alt+shift+P', () => use('preview'), physical],
      ['alt+shift+F', () => use('focusMode'), physical],
      ['alt+shift+S', () => use('settings'), physical],
      ['alt+shift+H', () => use('shortcuts'), physical],
    ],
    [],
    true,
  );

  const isPublic = ['publish', 'private'].includes(editing.stored.status);
  const link = loaded && isPublic && kind.type.public ? loaded.item.link : null;
  const has = (name: FieldName) => kind.names.includes(name);
  return (
    <div className={classes['screen']} data-focus={isFocused || undefined}>
      {isFocused ? (
        <Group justify="space-between" className={classes['focusBar']}>
          <Text size="sm" c="dimmed" truncate dir="auto">
            <TextMeasures text={fields.content} />
          </Text>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setFocused(false)}>
            {own.endFocusMode}
          </Button>
        </Group>
      ) : (
        <EditorBar kind={kind} editing={editing} link={link} isPanelOpened={isPanelOpened} use={use} />
      )}
      <div className={classes['columns']} data-panel={(isPanelOpened && !isFocused) || undefined}>
        <div className={classes['text']} data-fields={kind.type.fields.length > 0 || undefined}>
          <EditorNotices editing={editing} />
          <VisuallyHidden component="h1">{heading}</VisuallyHidden>
          {has('title') && (
            <Textarea
              aria-label={words.editor.title}
              placeholder={words.editor.title}
              classNames={{ input: classes['title'] ?? '' }}
              variant="unstyled"
              autosize
              value={fields.title}
              onChange={(event) => set({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
              autoFocus={loaded === null}
            />
          )}
          {has('content') && (
            <>
              {!isFocused && (
                <Group justify="space-between" mb="xs">
                  <SegmentedControl
                    aria-label={words.editor.mode}
                    size="xs"
                    data={[
                      { value: 'visual', label: words.editor.visual },
                      { value: 'html', label: words.editor.html },
                    ]}
                    value={mode}
                    onChange={(value) => setMode(value === 'html' ? 'html' : 'visual')}
                  />
                  <Text size="sm" c="dimmed" dir="auto">
                    <TextMeasures text={fields.content} />
                  </Text>
                </Group>
              )}
              <Suspense fallback={<LoadingRows rows={6} />}>
                {mode === 'visual' ? (
                  <VisualEditor
                    key={editing.revision}
                    label={words.editor.text}
                    value={fields.content}
                    onChange={(content) => set({ content })}
                    upload={may('upload_files') ? upload : undefined}
                    hasToolbar={!isFocused}
                    choosePicture={may('upload_files') ? (place) => setPlacing(() => place) : undefined}
                  />
                ) : (
                  <HtmlEditor
                    key={editing.revision}
                    label={words.editor.text}
                    value={fields.content}
                    onChange={(content) => set({ content })}
                  />
                )}
              </Suspense>
            </>
          )}
          {!isFocused && <FieldForm form={editing.form} fields={kind.type.fields} tabs={kind.type.tabs} />}
          {!isFocused && editing.id !== null && <ReferredBy id={editing.id} />}
        </div>
        {isPanelOpened && !isFocused && (
          <SettingsPanel kind={kind} id={editing.id} fields={fields} set={set} close={() => setPanelOpened(false)} />
        )}
      </div>
      {editing.conflict && (
        <TextConflict kind={kind} mine={fields} theirs={editing.conflict} resolve={resolveConflict} />
      )}
      <LeaveDialog isChanged={isChanged} />
      <Suspense>
        {opened === 'versions' && editing.id !== null && (
          <VersionsDialog
            kind={kind}
            id={editing.id}
            current={fields}
            close={() => setOpened(null)}
            restore={(version) => {
              const { title, content, excerpt, meta } = fields;
              editing.replace(version);
              notifyDone(words, own.restoredVersion, () => editing.replace({ title, content, excerpt, meta }));
            }}
          />
        )}
        {opened === 'preview' && <PreviewDialog make={makePreview} close={() => setOpened(null)} />}
        {placing && <MediaPicker choose={(item) => placing(placed(item))} close={() => setPlacing(null)} />}
        {opened === 'shortcuts' && <ShortcutsDialog close={() => setOpened(null)} />}
      </Suspense>
    </div>
  );
}

const placed = (item: AttachmentEdit): PlacedPicture => ({
  id: item.id,
  url: item.source_url,
  alt: item.alt_text,
  ...dimensionsOf(item),
});

/** How long the text is. It is counted when there is time, so that typing stays quick in long texts. */
function TextMeasures({ text }: { readonly text: string }) {
  const words = useWords();
  const own = useOwnWords(editorWords);
  const later = useDeferredValue(text);
  const measures = useMemo(() => measureText(later), [later]);
  const parts = [
    words.editor.words(measures.words),
    own.characters(measures.characters),
    ...(measures.words > 0 ? [own.readingTime(measures.minutes)] : []),
  ];
  return parts.join(' · ');
}

/** Gives the page its own address without showing anything anew; the router would open it again, and typing would end. */
function rename(path: string): void {
  History.prototype.replaceState.call(window.history, window.history.state, '', path);
}
