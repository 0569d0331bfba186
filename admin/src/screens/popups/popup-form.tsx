import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Routes } from '../../api/interface.ts';
import { Refused } from '../../api/refused.ts';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { PopupConflict } from './popup-conflict.tsx';
import { type PopupDraft, type PopupSettingsForm, readSettings, writeSettings } from './popup-settings.ts';
import { popupWords } from './words.ts';

type Popup = Routes['/platen/v1/popups/{id}']['GET']['edit'];

interface LoadedPopup {
  readonly item: Popup;
  /** The tag of the state that was loaded; a change is refused when it is not the state any more. */
  readonly tag: string | null;
}

const load = (id: number, signal?: AbortSignal): Promise<LoadedPopup> =>
  api.tagged('/platen/v1/popups/{id}', { id }, signal);

const draftOf = ({ name, title, content, status, settings }: Popup): PopupDraft => ({
  name,
  title,
  content,
  status: status === 'publish' || status === 'private' ? status : 'draft',
  settings: readSettings(settings as Readonly<Record<string, unknown>>),
});

/** What a popup says and when it opens. */
export function PopupForm({ id }: { readonly id: number }) {
  const popup = useQuery({
    queryKey: ['popups', 'edited', id],
    queryFn: ({ signal }) => load(id, signal),
    // Somebody works on it: it is loaded anew when it is opened, not in between.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (popup.data) return <LoadedForm key={id} id={id} loaded={popup.data} />;
  return <LoadStates query={popup} rows={4} />;
}

function LoadedForm({ id, loaded }: { readonly id: number; readonly loaded: LoadedPopup }) {
  const words = useWords();
  const own = useOwnWords(popupWords);
  const client = useQueryClient();
  const [base, setBase] = useState(() => ({ ...loaded, draft: draftOf(loaded.item) }));
  const [draft, setDraft] = useState(base.draft);
  const [conflict, setConflict] = useState<LoadedPopup | null>(null);
  const isChanged = draft !== base.draft;
  const set = (changes: Partial<PopupDraft>) => setDraft((now) => ({ ...now, ...changes }));
  const setting = (changes: Partial<PopupSettingsForm>) => set({ settings: { ...draft.settings, ...changes } });
  const begin = (from: LoadedPopup) => {
    const fresh = draftOf(from.item);
    setBase({ ...from, draft: fresh });
    setDraft(fresh);
    setConflict(null);
  };
  const save = useMutation({
    mutationFn: async () => {
      const stored = base.item.settings as Readonly<Record<string, unknown>>;
      const settings = writeSettings(stored, draft.settings, `popup-${id}`);
      await api.post('/platen/v1/popups/{id}', { id, ...draft, settings }, base.tag ? { 'If-Match': base.tag } : {});
      return load(id);
    },
    onSuccess: async (saved) => {
      begin(saved);
      notifyDone(words, own.saved);
      await client.invalidateQueries({ queryKey: ['popups', 'item'] });
      await client.invalidateQueries({ queryKey: ['popups', 'list'] });
    },
    onError: async (error) => {
      if (error instanceof Refused && error.status === 412) setConflict(await load(id));
    },
  });
  const { settings } = draft;
  return (
    <Paper withBorder p="lg" component="section" aria-label={own.edit}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Group justify="space-between" mb="md">
          <Group gap="sm" align="baseline">
            <Title order={2}>{own.edit}</Title>
            {isChanged && (
              <Text size="sm" c="dimmed" role="status">
                {own.unsaved}
              </Text>
            )}
          </Group>
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            {words.common.save}
          </Button>
        </Group>
        {save.isError && !conflict && <ErrorState title={words.states.notSaved} error={save.error} />}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Stack gap="sm">
            <TextInput
              label={own.name}
              required
              value={draft.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <TextInput
              label={own.heading}
              value={draft.title}
              onChange={(event) => set({ title: event.currentTarget.value })}
            />
            <Textarea
              label={own.content}
              description={own.contentHint}
              autosize
              minRows={6}
              maxRows={16}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              value={draft.content}
              onChange={(event) => set({ content: event.currentTarget.value })}
            />
            <Select
              label={own.status}
              allowDeselect={false}
              data={[
                { value: 'publish', label: words.status.publish },
                { value: 'draft', label: words.status.draft },
                { value: 'private', label: words.status.private },
              ]}
              value={draft.status}
              // Only values of the list can be chosen.
              onChange={(status) => set({ status: (status ?? 'draft') as PopupDraft['status'] })}
            />
          </Stack>
          <Stack gap="sm">
            <NumberInput
              label={own.delay}
              description={own.delayHint}
              min={0}
              max={3600}
              value={settings.delay ?? ''}
              onChange={(value) => setting({ delay: value === '' ? null : Number(value) })}
            />
            <TextInput
              label={own.selector}
              description={own.selectorHint}
              value={settings.selector}
              onChange={(event) => setting({ selector: event.currentTarget.value })}
            />
            <Checkbox
              label={own.afterForm}
              checked={settings.afterForm}
              onChange={(event) => setting({ afterForm: event.currentTarget.checked })}
            />
            <NumberInput
              label={own.quiet}
              description={own.quietHint}
              min={0}
              max={3650}
              value={settings.quietDays ?? ''}
              onChange={(value) => setting({ quietDays: value === '' ? null : Number(value) })}
            />
            <Textarea
              label={own.paths}
              description={own.pathsHint}
              autosize
              minRows={2}
              value={settings.paths}
              onChange={(event) => setting({ paths: event.currentTarget.value })}
            />
            <TextInput
              label={own.closeText}
              placeholder="Close"
              value={settings.closeText}
              onChange={(event) => setting({ closeText: event.currentTarget.value })}
            />
            <Checkbox
              label={own.overlay}
              checked={settings.closesOnOverlay}
              onChange={(event) => setting({ closesOnOverlay: event.currentTarget.checked })}
            />
          </Stack>
        </SimpleGrid>
      </form>
      <LeaveDialog isChanged={isChanged} />
      {conflict && (
        <PopupConflict
          mine={draft}
          theirs={draftOf(conflict.item)}
          resolve={(keeps) => {
            if (keeps === 'theirs') {
              begin(conflict);
              return notifyDone(words, words.editor.tookTheirs, () => setDraft(draft));
            }
            setBase({ ...base, tag: conflict.tag, item: conflict.item });
            setConflict(null);
          }}
        />
      )}
    </Paper>
  );
}
