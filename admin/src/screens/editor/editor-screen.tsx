import { Alert, Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useDocumentTitle, useHotkeys } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { PanelRight } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { start } from '../../app/start.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { notifyFailed } from '../../ui/notify.tsx';
import { ErrorState, LoadingRows } from '../../ui/states.tsx';
import { useWords } from '../../words/words.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import classes from './editor.module.css';
import type { EditorKind, Loaded } from './editor-kind.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { SaveNote } from './save-note.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { uploadFile } from './upload.ts';
import { useEditing } from './use-editing.ts';

const VisualEditor = lazy(() =>
  import('../../editor/visual/visual-editor.tsx').then((m) => ({ default: m.VisualEditor })),
);
const HtmlEditor = lazy(() => import('../../editor/html-editor.tsx').then((m) => ({ default: m.HtmlEditor })));

/** The editor for something that exists. */
export function EditExisting({ kind, id }: { readonly kind: EditorKind; readonly id: number }) {
  const { data } = useSuspenseQuery({
    queryKey: [kind.key, 'edit', id],
    queryFn: ({ signal }) => kind.load(id, signal),
    // What is being edited is not replaced from behind; conflicts are found when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return <Editor kind={kind} loaded={data} key={id} />;
}

export function EditNew({ kind }: { readonly kind: EditorKind }) {
  return <Editor kind={kind} loaded={null} />;
}

function Editor({ kind, loaded }: { readonly kind: EditorKind; readonly loaded: Loaded | null }) {
  const words = useWords();
  const may = useMay();
  const navigate = useNavigate();
  const [mode, setMode] = useState<'visual' | 'html'>('visual');
  const [isPanelOpened, setPanelOpened] = useState(() => window.innerWidth > 1100);
  const editing = useEditing({
    kind,
    loaded,
    created: (id) =>
      void navigate({ to: `/${kind.key}/$id`, params: { id: String(id) }, replace: true, ignoreBlocker: true }),
  });
  const { fields, set, isChanged } = editing;
  const heading = fields.title.trim() || kind.newTitle(words);
  useDocumentTitle(`${heading} – ${start.siteTitle}`);
  const leaving = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });

  const upload = async (file: File) => {
    try {
      const { source_url, alt_text } = await uploadFile(file);
      return { url: source_url, alt: alt_text };
    } catch (error) {
      notifyFailed(words, words.editor.uploadFailed, error);
      return null;
    }
  };

  const isPublished = ['publish', 'future', 'private'].includes(editing.stored.status);
  const isLater = fields.date !== '' && new Date(fields.date).getTime() > Date.now();
  const canPublish = may(kind.publish);
  const main = isPublished
    ? { label: words.editor.update, status: fields.status }
    : canPublish
      ? { label: isLater ? words.editor.schedule : words.editor.publish, status: isLater ? 'future' : 'publish' }
      : { label: words.editor.submit, status: 'pending' };
  const storeMain = () => void editing.store({ status: main.status as typeof fields.status });
  useHotkeys([['mod+S', () => void editing.store()]], [], true);

  return (
    <div className={classes['screen']}>
      <Group className={classes['bar']} justify="space-between" wrap="nowrap" gap="xs">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <ButtonLink to={`/${kind.key}`} variant="subtle" color="gray" size="compact-md">
            {words[kind.key].title}
          </ButtonLink>
          <SaveNote save={editing.save} isChanged={isChanged} />
        </Group>
        <Group gap="xs" wrap="nowrap">
          {!isPublished && (
            <Button variant="default" onClick={() => void editing.store()} disabled={!isChanged} visibleFrom="xs">
              {words.editor.saveDraft}
            </Button>
          )}
          <Button onClick={storeMain} loading={editing.save.is === 'saving'} disabled={isPublished && !isChanged}>
            {main.label}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            aria-label={words.editor.settings}
            aria-expanded={isPanelOpened}
            onClick={() => setPanelOpened(!isPanelOpened)}
          >
            <PanelRight size={18} aria-hidden />
          </Button>
        </Group>
      </Group>
      <div className={classes['columns']} data-panel={isPanelOpened || undefined}>
        <div className={classes['text']}>
          {editing.recovered && (
            <Alert mb="md" color="yellow" role="status">
              <Group gap="xs">
                <Text size="sm">{words.editor.recovered}</Text>
                <Button size="compact-sm" onClick={() => editing.recover(true)}>
                  {words.editor.recover}
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => editing.recover(false)}>
                  {words.editor.discard}
                </Button>
              </Group>
            </Alert>
          )}
          {editing.save.is === 'failed' && !editing.conflict && (
            <ErrorState title={words.states.notSaved} error={editing.save.error} retry={() => void editing.store()} />
          )}
          <h1 className={classes['hidden']}>{heading}</h1>
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
            <Text size="sm" c="dimmed">
              {words.editor.words(countWords(fields.content))}
            </Text>
          </Group>
          <Suspense fallback={<LoadingRows rows={6} />}>
            {mode === 'visual' ? (
              <VisualEditor
                key={editing.revision}
                label={words.editor.text}
                value={fields.content}
                onChange={(content) => set({ content })}
                upload={upload}
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
        </div>
        {isPanelOpened && <SettingsPanel kind={kind} loaded={loaded} fields={fields} set={set} />}
      </div>
      {editing.conflict && <ConflictDialog mine={fields} theirs={editing.conflict} resolve={editing.resolve} />}
      <LeaveDialog leaving={leaving} />
    </div>
  );
}

function countWords(source: string): number {
  const text = source.replace(/<!--[\s\S]*?-->|<[^>]*>|\[[^\]]*\]/g, ' ').trim();
  return text === '' ? 0 : text.split(/\s+/).length;
}
