import { Button, Group, SegmentedControl, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { AttachmentEdit } from '../../api/interface.ts';
import { useMay, useMe } from '../../api/me.ts';
import { basePath, start } from '../../app/start.ts';
import type { PlacedPicture } from '../../editor/visual/picture.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { LoadingRows } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { addresses } from '../content/content-kind.ts';
import { restoreContent } from '../content/restore-content.ts';
import { FieldForm } from '../fields/field-form.tsx';
import { dimensionsOf } from '../media/attachment-facts.ts';
import { uploadFile } from '../media/upload-file.ts';
import type { Proposal } from '../proposals/proposals-api.ts';
import { ProposalsOfItem } from '../proposals/proposals-of-item.tsx';
import { type Autosave, loadAutosave } from './autosave.ts';
import { loadBeside } from './beside/beside.ts';
import { BesideNotice } from './beside/beside-notice.tsx';
import { duplicate } from './duplicate.ts';
import classes from './editor.module.css';
import { EditorBar } from './editor-bar.tsx';
import type { EditorKind, Loaded } from './editor-kind.ts';
import { EditorNotices } from './editor-notices.tsx';
import type { EditorTool } from './editor-tool.ts';
import type { FieldName } from './fields.ts';
import { fieldNamed, placeOf, useFieldFocus } from './focus-field.ts';
import { useNotes } from './notes/use-notes.ts';
import { PresenceNotices } from './presence/presence-notices.tsx';
import { useLivePreview } from './preview/use-live-preview.ts';
import { ReferredBy } from './referred-by.tsx';
import { ReviewNotice } from './review/review-notice.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import type { Keeps } from './text-conflict.tsx';
import { measureText } from './text-measures.ts';
import { useEditing } from './use-editing.ts';
import { useFocusMode } from './use-focus-mode.ts';
import { useSiteClock } from './use-site-clock.ts';
import { editorWords } from './words.ts';

const writing = { loading: <LoadingRows rows={6} /> };

const VisualEditor = lazyPart(
  () => import('../../editor/visual/visual-editor.tsx'),
  (m) => m.VisualEditor,
  writing,
);
const HtmlEditor = lazyPart(
  () => import('../../editor/html-editor.tsx'),
  (m) => m.HtmlEditor,
  writing,
);
const VersionsDialog = lazyDialog(
  () => import('./versions/versions-dialog.tsx'),
  (m) => m.VersionsDialog,
);
const PreviewDialog = lazyDialog(
  () => import('./preview/preview-dialog.tsx'),
  (m) => m.PreviewDialog,
);
const PreviewBeside = lazyPart(
  () => import('./preview/preview-beside.tsx'),
  (m) => m.PreviewBeside,
  writing,
);
const NotesPanel = lazyPart(
  () => import('./notes/notes-panel.tsx'),
  (m) => m.NotesPanel,
  { loading: <LoadingRows rows={4} /> },
);
const TextConflict = lazyDialog(
  () => import('./text-conflict.tsx'),
  (m) => m.TextConflict,
);
const PlacePicture = lazyDialog(
  () => import('../media/place-picture.tsx'),
  (m) => m.PlacePicture,
);
const ItemToRelease = lazyDialog(
  () => import('./beside/item-to-release.tsx'),
  (m) => m.ItemToRelease,
);
const ShortcutsDialog = lazyDialog(
  () => import('./shortcuts-dialog.tsx'),
  (m) => m.ShortcutsDialog,
);

/** Where there is room beside the text. */
const wide = '(min-width: 68em)';

/** The editor for something that exists. */
export function EditExisting({ kind, id }: { readonly kind: EditorKind; readonly id: number }) {
  const { id: me } = useMe();
  const client = useQueryClient();
  const queryKey = [kind.key, 'edit', id];
  const { data } = useSuspenseQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [loaded, autosave, beside] = await Promise.all([
        kind.load(id, signal),
        // The text can be edited without it.
        loadAutosave(id, signal).catch(() => null),
        loadBeside(kind, id, me, signal),
      ]);
      return { loaded, autosave, beside };
    },
    // What is being edited is not replaced from behind; conflicts are found when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
    // On a busy machine it takes a while from the answer to the screen.
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // It is loaded anew when it is opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made of these
  useEffect(() => () => client.removeQueries({ queryKey }), [client, kind.key, id]);
  return <Editor kind={kind} loaded={data.loaded} autosave={data.autosave} beside={data.beside} key={id} />;
}

/** The editor for something new; each visit of its address begins another one. */
export function EditNew({ kind }: { readonly kind: EditorKind }) {
  const visit = useLocation({ select: ({ state }) => state.__TSR_key });
  return <Editor kind={kind} loaded={null} autosave={null} beside={null} key={visit} />;
}

interface EditorProps {
  readonly kind: EditorKind;
  readonly loaded: Loaded | null;
  readonly autosave: Autosave | null;
  readonly beside: Proposal | null;
}

function Editor({ kind, loaded, autosave, beside }: EditorProps) {
  const words = useWords();
  const own = useOwnWords(editorWords);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [mode, setMode] = useState<'visual' | 'html'>('visual');
  const [isPanelOpened, setPanelOpened] = useState(
    () => window.matchMedia(wide).matches && !new URLSearchParams(window.location.search).has('note'),
  );
  const [opened, setOpened] = useState<'preview' | 'versions' | 'shortcuts' | 'review' | 'release' | null>(null);
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  const [isBesideWanted, setBeside] = useState(false);
  const [isFocused, setFocused] = useFocusMode();
  const [placing, setPlacing] = useState<((picture: PlacedPicture) => void) | null>(null);
  const may = useMay();
  const editing = useEditing({
    kind,
    loaded,
    autosave,
    beside,
    canPublish: may(kind.type.capabilities.publish),
    siteTime: useSiteClock().now,
    created: (id) => rename(`${basePath}${addresses.item(kind, id)}`),
  });
  const { fields, set, isChanged } = editing;
  const [wantedNote] = useState(() => Number(new URLSearchParams(window.location.search).get('note')) || null);
  const [isNotesOpened, setNotesOpened] = useState(wantedNote !== null);
  const openNotes = () => {
    setNotesOpened(true);
    setPanelOpened(false);
    setBeside(false);
    setFocused(false);
  };
  const notes = useNotes({ editing, wanted: wantedNote, openPanel: openNotes });
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

  const isBeside = isBesideWanted && isWide && !isFocused && opened !== 'preview';
  const fieldFocus = useFieldFocus(editing.form);
  const live = useLivePreview({
    kind,
    id: editing.id,
    fields,
    stored: editing.stored,
    form: editing.form,
    isShown: opened === 'preview' || isBeside,
    focus(name) {
      const field = fieldNamed(kind, name);
      if (!field) return;
      if (opened === 'preview') showPreview(isWide ? 'beside' : null);
      setFocused(false);
      if (field.kind === 'own' && field.place !== 'title' && field.place !== 'content') setPanelOpened(true);
      fieldFocus.want(field);
    },
  });
  const showPreview = (how: 'beside' | 'dialog' | null): void => {
    setOpened(how === 'dialog' ? 'preview' : null);
    setBeside(how === 'beside');
    // There is no room for both beside the text.
    if (how !== 'beside') return;
    setPanelOpened(false);
    setNotesOpened(false);
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

  const makeCopy = async () => {
    try {
      const id = await duplicate(kind, fields, own.copyOf(heading));
      await client.invalidateQueries({ queryKey: [kind.key, 'list'] });
      await navigate({ to: addresses.item(kind, id) });
      notifyDone(words, own.duplicated);
    } catch (error) {
      notifyFailed(words, own.notDuplicated, error);
    }
  };

  const resolveConflict = async (keeps: Keeps) => {
    const back = await editing.resolve(keeps);
    if (back) notifyDone(words, own.gaveWay, back);
  };

  const use = (tool: EditorTool): void => {
    if (tool === 'settings') {
      setPanelOpened(!isPanelOpened);
      setNotesOpened(false);
    } else if (tool === 'notes') {
      if (isNotesOpened) setNotesOpened(false);
      else if (editing.id !== null) openNotes();
    } else if (tool === 'focusMode') setFocused(!isFocused);
    else if (tool === 'trash') void moveToTrash();
    else if (tool === 'duplicate') void makeCopy();
    else if (tool !== 'preview' || editing.id !== null) setOpened(tool);
    // Something new needs a number before it has a page.
    else void editing.store('save').then((isStored) => isStored && setOpened('preview'));
  };
  const physical = { usePhysicalKeys: true };
  useHotkeys(
    [
      // What is saved beside a page is not published by a habit.
      ['mod+S', () => void editing.store(editing.beside ? 'beside' : 'save')],
      ['alt+shift+P', () => use('preview'), physical],
      ['alt+shift+F', () => use('focusMode'), physical],
      ['alt+shift+S', () => use('settings'), physical],
      ['alt+shift+N', () => use('notes'), physical],
      ['alt+shift+H', () => use('shortcuts'), physical],
    ],
    [],
    true,
  );

  const isPublic = ['publish', 'private'].includes(editing.stored.status);
  const link = isPublic && kind.type.public && editing.link !== '' ? editing.link : null;
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
        <EditorBar
          kind={kind}
          editing={editing}
          link={link}
          isPanelOpened={isPanelOpened}
          notes={editing.id === null ? null : { isOpened: isNotesOpened, openCount: notes.openCount }}
          use={use}
        />
      )}
      <div
        className={classes['columns']}
        data-panel={((isPanelOpened || isNotesOpened) && !isFocused && !isBeside) || undefined}
        data-preview={isBeside || undefined}
      >
        <div className={classes['text']} data-fields={kind.type.fields.length > 0 || undefined}>
          <PresenceNotices kind={kind} editing={editing} />
          <ReviewNotice editing={editing} isRequested={opened === 'review'} endRequest={() => setOpened(null)} />
          <EditorNotices editing={editing} />
          <BesideNotice kind={kind} editing={editing} />
          {editing.id !== null && (
            <ProposalsOfItem
              type={kind.type.rest_path.split('/').at(-1) ?? ''}
              id={editing.id}
              isChanged={isChanged}
              reload={() => window.location.reload()}
            />
          )}
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
              {...placeOf('title')}
            />
          )}
          {has('content') && (
            <div {...placeOf('content')}>
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
              {mode === 'visual' ? (
                <VisualEditor
                  key={editing.revision}
                  label={words.editor.text}
                  value={fields.content}
                  onChange={(content) => set({ content })}
                  upload={may('upload_files') ? upload : undefined}
                  hasToolbar={!isFocused}
                  choosePicture={may('upload_files') ? (place) => setPlacing(() => place) : undefined}
                  notes={editing.id === null || isFocused ? undefined : notes.inText}
                />
              ) : (
                <HtmlEditor
                  key={editing.revision}
                  label={words.editor.text}
                  value={fields.content}
                  onChange={(content) => set({ content })}
                />
              )}
            </div>
          )}
          {!isFocused && <FieldForm form={editing.form} fields={kind.type.fields} tabs={kind.type.tabs} />}
          {!isFocused && editing.id !== null && <ReferredBy id={editing.id} />}
        </div>
        {isNotesOpened && !isFocused && !isBeside && editing.id !== null && (
          <NotesPanel
            item={editing.id}
            notes={notes}
            isTextChanged={'content' in editing.unsaved}
            close={() => {
              setNotesOpened(false);
              notes.look(null);
            }}
          />
        )}
        {isPanelOpened && !isFocused && (
          <SettingsPanel
            kind={kind}
            id={editing.id}
            fields={fields}
            set={set}
            wanted={fieldFocus.wanted}
            isOver={isBeside}
            close={() => setPanelOpened(false)}
          />
        )}
        {isBeside && (
          <PreviewBeside live={live} showOnWholeScreen={() => showPreview('dialog')} close={() => showPreview(null)} />
        )}
      </div>
      {editing.conflict && (
        <TextConflict
          kind={kind}
          base={editing.stored}
          mine={fields}
          theirs={editing.conflict}
          resolve={resolveConflict}
        />
      )}
      <LeaveDialog isChanged={isChanged} />
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
      {opened === 'preview' && (
        <PreviewDialog
          live={live}
          showBeside={isWide ? () => showPreview('beside') : undefined}
          close={() => showPreview(null)}
        />
      )}
      {placing && (
        <PlacePicture place={(item, alt) => placing({ ...placed(item), alt })} close={() => setPlacing(null)} />
      )}
      {opened === 'release' && <ItemToRelease kind={kind} editing={editing} close={() => setOpened(null)} />}
      {opened === 'shortcuts' && <ShortcutsDialog close={() => setOpened(null)} />}
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
