import { Alert, Box, Button, Group, Paper, SimpleGrid, Stack, Tabs, Text, TextInput, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { draftOf, type FormDraft, formApi, type StoredForm } from './form-api.ts';
import { FormPreview } from './form-preview.tsx';
import { FormText } from './form-text.tsx';
import { MailPanel } from './mail-panel.tsx';
import { MessagesPanel } from './messages-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { type FormWarning, useFormCheck } from './use-form-check.ts';
import { formWords } from './words.ts';

/** The builder of one form. */
export function FormScreen() {
  const own = useOwnWords(formWords);
  const { id } = useParams({ from: '/forms/$id' });
  const form = useQuery({
    queryKey: ['forms', 'item', Number(id)],
    queryFn: ({ signal }) => formApi.find(Number(id), signal),
  });
  const back = (
    <ButtonLink
      to="/forms"
      variant="default"
      leftSection={<ArrowLeft size={18} aria-hidden className="turns-with-direction" />}
    >
      {own.back}
    </ButtonLink>
  );
  if (form.data) return <Builder key={form.data.id} stored={form.data} back={back} />;
  return (
    <Screen title={own.title} actions={back}>
      <LoadStates query={form} />
    </Screen>
  );
}

function Builder({ stored, back }: { readonly stored: StoredForm; readonly back: React.ReactNode }) {
  const words = useWords();
  const own = useOwnWords(formWords);
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [saved, setSaved] = useState(draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const set = (changes: Partial<FormDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const check = useFormCheck(draft);
  const save = useMutation({
    mutationFn: () => formApi.save(stored.id, draft),
    onSuccess: async (answer) => {
      setSaved(draft);
      client.setQueryData(['forms', 'item', stored.id], answer);
      notifyDone(words, own.saved);
      await client.invalidateQueries({ queryKey: ['forms', 'list'] });
    },
  });
  useHotkeys([['mod+S', () => save.mutate()]], []);
  const fields = check.data?.fields ?? [];
  const warnings = check.data?.warnings ?? [];
  const count = (section: string) => warnings.filter((one) => one.section.startsWith(section)).length;
  const mark = (sections: readonly string[]) => {
    const found = sections.reduce((sum, section) => sum + count(section), 0);
    return found > 0 ? <CircleAlert size={16} role="img" aria-label={own.warnings(found)} /> : undefined;
  };
  return (
    <Screen
      title={saved.title || words.common.untitled}
      note={isChanged ? own.unsaved : undefined}
      actions={
        <>
          {back}
          <Button loading={save.isPending} disabled={!isChanged} onClick={() => save.mutate()}>
            {words.common.save}
          </Button>
        </>
      }
    >
      {save.isError && <ErrorState title={words.states.notSaved} error={save.error} />}
      <TextInput
        label={own.formTitle}
        value={draft.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
        mb="md"
        maw={560}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Tabs defaultValue="form" keepMounted={false}>
          <Tabs.List aria-label={own.sections}>
            <Tabs.Tab value="form" rightSection={mark(['form.'])}>
              {own.tabs.form}
            </Tabs.Tab>
            <Tabs.Tab value="mail" rightSection={mark(['mail.', 'mail_2.'])}>
              {own.tabs.mail}
            </Tabs.Tab>
            <Tabs.Tab value="messages" rightSection={mark(['messages.'])}>
              {own.tabs.messages}
            </Tabs.Tab>
            <Tabs.Tab value="settings" rightSection={mark(['additional_settings.'])}>
              {own.tabs.settings}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="form" pt="md">
            <FormText text={draft.form} taken={fields.map(({ name }) => name)} setText={(form) => set({ form })} />
          </Tabs.Panel>
          <Tabs.Panel value="mail" pt="md">
            <MailPanel draft={draft} set={set} fields={fields} warnings={warnings} />
          </Tabs.Panel>
          <Tabs.Panel value="messages" pt="md">
            <MessagesPanel messages={draft.messages} set={(messages) => set({ messages })} />
          </Tabs.Panel>
          <Tabs.Panel value="settings" pt="md">
            <SettingsPanel draft={draft} set={set} />
          </Tabs.Panel>
        </Tabs>
        <Box>
          <Stack style={{ position: 'sticky', insetBlockStart: 72 }}>
            <Paper withBorder p="md" component="section" aria-label={own.preview}>
              <Title order={2} mb="sm">
                {own.preview}
              </Title>
              <LoadStates query={check} rows={4} />
              {check.data && <FormPreview html={check.data.html} locale={draft.locale} />}
            </Paper>
            {check.data && <Warnings warnings={warnings} />}
          </Stack>
        </Box>
      </SimpleGrid>
      <LeaveDialog isChanged={isChanged} />
    </Screen>
  );
}

/** What would go wrong; it keeps nobody from saving. */
function Warnings({ warnings }: { readonly warnings: readonly FormWarning[] }) {
  const own = useOwnWords(formWords);
  if (warnings.length === 0)
    return (
      <Group gap="xs" c="dimmed" role="status">
        <CircleCheck size={18} aria-hidden />
        <Text size="sm">{own.checked}</Text>
      </Group>
    );
  const sectionName = (section: string) => own.warningSections[section.split('.')[0] ?? ''] ?? section;
  return (
    <Alert
      color="yellow"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      icon={<CircleAlert aria-hidden size={20} />}
      title={own.warnings(warnings.length)}
      role="status"
    >
      <Stack gap={4} component="ul" p={0} m={0} ps="md">
        {warnings.map(({ section, message }) => (
          <Text key={`${section} ${message}`} size="sm" component="li">
            {sectionName(section)}: {message}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
