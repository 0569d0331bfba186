import { Button, Group, NumberInput, Paper, Select, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { SettingsEdit } from '../../api/interface.ts';
import { Refused } from '../../api/refused.ts';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useLanguage, useOwnWords, useWords } from '../../words/words.tsx';
import { ChosenFile } from '../media/chosen-file.tsx';
import { MoreSettingsSections } from './more-settings.tsx';
import { PictureSizes } from './picture-sizes.tsx';
import { FormatField, SiteLanguage } from './site-language.tsx';
import { settingsWords } from './words.ts';

/** The settings of the site that the interface offers. */
export function SettingsScreen() {
  const words = useWords();
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.get('/wp/v2/settings', {}, signal),
  });
  return (
    <Screen title={words.settings.title}>
      <LoadStates query={settings} />
      {settings.data && <SettingsForm stored={settings.data} />}
      <MoreSettingsSections />
      <PictureSizes />
    </Screen>
  );
}

/** The zone of a site that has none by name, a fixed distance from UTC; empty until it is known. */
function useFixedOffset({ timezone }: SettingsEdit): string {
  const site = useQuery({
    queryKey: ['settings', 'offset'],
    queryFn: ({ signal }) => api.get('/', { _fields: 'gmt_offset' }, signal),
    enabled: timezone === '',
  });
  if (timezone !== '' || !site.data) return '';
  const minutes = Math.round(Number(site.data.gmt_offset) * 60);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes > 0 ? '+' : '−'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

const pictures = ['image/*'];

/** The pictures of the site, which older forms of the interface do not have. */
interface SitePictures {
  readonly site_logo: number | null;
  readonly site_icon: number;
}

const hasPictures = (fields: SettingsEdit): fields is SettingsEdit & SitePictures => 'site_icon' in fields;

function SettingsForm({ stored }: { readonly stored: SettingsEdit }) {
  const words = useWords();
  const own = useOwnWords(settingsWords);
  const { code } = useLanguage();
  const client = useQueryClient();
  const offset = useFixedOffset(stored);
  const [fields, setFields] = useState(stored);
  const set = (changes: Partial<SettingsEdit>) => setFields((before) => ({ ...before, ...changes }));
  const changed = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== stored[name as keyof SettingsEdit]),
  );
  const save = useMutation({
    mutationFn: () => api.post('/wp/v2/settings', changed),
    onSuccess: async () => {
      notifyDone(words, words.list.changed(1));
      await client.invalidateQueries({ queryKey: ['settings'] });
    },
  });
  const refusals = save.error instanceof Refused ? save.error.fields : {};
  const days = Array.from({ length: 7 }, (_, day) => ({
    value: String(day),
    label: new Intl.DateTimeFormat(code, { weekday: 'long', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2023, 0, 1 + day)),
    ),
  }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="lg">
        <Section title={own.general}>
          <TextInput
            label={own.siteTitle}
            value={fields.title}
            error={refusals['title']}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <TextInput
            label={own.tagline}
            value={fields.description}
            error={refusals['description']}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          <TextInput
            label={words.settings.email}
            type="email"
            value={fields.email}
            error={refusals['email']}
            onChange={(event) => set({ email: event.currentTarget.value })}
          />
          <Select
            label={own.zone}
            data={Intl.supportedValuesOf('timeZone')}
            searchable
            clearable
            limit={100}
            placeholder={offset}
            value={fields.timezone || null}
            error={refusals['timezone']}
            onChange={(value) => set({ timezone: value ?? '' })}
          />
          <SiteLanguage value={fields.language} onChange={(language) => set({ language })} />
          {(['date', 'time'] as const).map((kind) => (
            <FormatField
              key={kind}
              kind={kind}
              locale={fields.language}
              value={fields[`${kind}_format`]}
              error={refusals[`${kind}_format`]}
              onChange={(format) => set({ [`${kind}_format`]: format })}
            />
          ))}
          <Select
            label={own.weekStart}
            data={days}
            allowDeselect={false}
            value={String(fields.start_of_week)}
            onChange={(value) => set({ start_of_week: Number(value) })}
          />
        </Section>
        {hasPictures(fields) && (
          <Section title={own.look}>
            {(['site_logo', 'site_icon'] as const).map((name) => (
              <div key={name}>
                <Text fw={500} size="sm">
                  {own.lookNames[name]}
                </Text>
                <Text c="dimmed" size="xs" mb={6}>
                  {own.lookHints[name]}
                </Text>
                <ChosenFile
                  label={own.lookNames[name]}
                  mimeTypes={pictures}
                  value={fields[name] ?? 0}
                  onChange={(id) => setFields((before) => ({ ...before, [name]: id }))}
                />
              </div>
            ))}
          </Section>
        )}
        <Section title={own.reading}>
          <NumberInput
            label={own.postsPerPage}
            min={1}
            value={fields.posts_per_page}
            error={refusals['posts_per_page']}
            onChange={(value) => set({ posts_per_page: Number(value) || 1 })}
          />
        </Section>
        <Section title={words.editor.discussion}>
          <Switch
            label={words.editor.allowComments}
            checked={fields.default_comment_status === 'open'}
            onChange={(event) => set({ default_comment_status: event.currentTarget.checked ? 'open' : 'closed' })}
          />
          <Switch
            label={words.editor.allowPings}
            checked={fields.default_ping_status === 'open'}
            onChange={(event) => set({ default_ping_status: event.currentTarget.checked ? 'open' : 'closed' })}
          />
          <Switch
            label={own.smilies}
            checked={fields.use_smilies}
            onChange={(event) => set({ use_smilies: event.currentTarget.checked })}
          />
        </Section>
        {save.isError && <ErrorState title={words.states.notSaved} error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={Object.keys(changed).length === 0}>
            {words.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} mb="md">
        {title}
      </Title>
      <Stack maw={560}>{children}</Stack>
    </Paper>
  );
}
