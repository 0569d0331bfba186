import {
  Button,
  Group,
  NumberInput,
  Paper,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/api.ts';
import type { Routes } from '../../api/interface.ts';
import { Refused } from '../../api/refused.ts';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { plainText } from '../../ui/plain-text.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { useRoleChoices } from '../users/use-roles.ts';
import { settingsWords } from './words.ts';

type MoreSettings = Routes['/platen/v1/settings']['GET']['edit'];

/** Front page, permalinks, feeds, discussion and sizes of pictures. */
export function MoreSettingsSections() {
  const settings = useQuery({
    queryKey: ['settings', 'more'],
    queryFn: ({ signal }) => api.get('/platen/v1/settings', {}, signal),
  });
  const pages = useQuery({
    queryKey: ['settings', 'pages'],
    queryFn: ({ signal }) =>
      api.get('/wp/v2/pages', { per_page: 100, orderby: 'title', order: 'asc', status: ['publish'] }, signal),
  });
  if (!settings.data) return <LoadStates query={settings} rows={4} />;
  const choices = (pages.data ?? []).map(({ id, title }) => ({
    value: String(id),
    label: plainText(title.rendered) || `#${id}`,
  }));
  return <MoreSettingsForm stored={settings.data} pages={choices} />;
}

interface MoreSettingsFormProps {
  readonly stored: MoreSettings;
  readonly pages: readonly { readonly value: string; readonly label: string }[];
}

function MoreSettingsForm({ stored, pages }: MoreSettingsFormProps) {
  const words = useWords();
  const own = useOwnWords(settingsWords);
  const client = useQueryClient();
  const roles = useRoleChoices({ toGive: true });
  const [fields, setFields] = useState(stored);
  const set = (changes: Partial<MoreSettings>) => setFields((before) => ({ ...before, ...changes }));
  const changed = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== stored[name as keyof MoreSettings]),
  );
  const save = useMutation({
    mutationFn: () => api.post('/platen/v1/settings', changed),
    onSuccess: async (answer) => {
      client.setQueryData(['settings', 'more'], answer);
      void client.invalidateQueries({ queryKey: ['media', 'sizes'] });
      setFields(answer);
      notifyDone(words, words.list.changed(1));
    },
  });
  const refusals = save.error instanceof Refused ? save.error.fields : {};
  const toggle = (name: Toggles, label: string) => (
    <Switch label={label} checked={fields[name]} onChange={(event) => set({ [name]: event.currentTarget.checked })} />
  );
  const number = (name: Numbers, label: string, max: number) => (
    <NumberInput
      label={label}
      min={0}
      max={max}
      allowDecimal={false}
      value={fields[name]}
      error={refusals[name]}
      onChange={(value) => set({ [name]: Number(value) || 0 })}
    />
  );
  const box = (name: 'thumbnail' | 'medium' | 'medium_large' | 'large', label: string) => (
    <Group grow align="end">
      {number(`${name}_width`, own.widthOf(label), mostPixels)}
      {number(`${name}_height`, own.heightOf(label), mostPixels)}
    </Group>
  );
  const list = (name: 'comment_held_words' | 'comment_refused_words', label: string) => (
    <Textarea
      label={label}
      description={own.wordsHint}
      autosize
      minRows={2}
      maxRows={8}
      value={fields[name]}
      error={refusals[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  const page = (name: 'front_page' | 'posts_page', label: string, none: string) => (
    <Select
      label={label}
      searchable
      allowDeselect={false}
      data={[{ value: '0', label: none }, ...pages]}
      value={String(fields[name])}
      error={refusals[name]}
      onChange={(value) => set({ [name]: Number(value) })}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="lg" mt="lg">
        <Section title={own.front}>
          {page('front_page', own.frontPage, own.latestPosts)}
          {fields.front_page > 0 && page('posts_page', own.postsPage, own.noPostsPage)}
          <TextInput
            label={own.permalinks}
            description={fields.are_permalinks_fixed ? own.permalinksFixed : own.permalinksHint}
            disabled={fields.are_permalinks_fixed}
            value={fields.permalinks}
            error={refusals['permalinks']}
            onChange={(event) => set({ permalinks: event.currentTarget.value })}
          />
          {toggle('search_engines', own.searchEngines)}
        </Section>
        <Section title={own.membership}>
          {toggle('registration', own.registration)}
          <Select
            label={own.defaultRole}
            data={roles}
            allowDeselect={false}
            value={fields.default_role}
            error={refusals['default_role']}
            onChange={(value) => value && set({ default_role: value })}
          />
        </Section>
        <Section title={own.feeds}>
          {number('posts_per_feed', own.postsPerFeed, 100)}
          {toggle('feed_excerpts', own.feedExcerpts)}
        </Section>
        <Section title={own.discussion}>
          {toggle('comment_name_required', own.nameRequired)}
          {toggle('comment_members_only', own.membersOnly)}
          {toggle('comment_moderation', own.moderation)}
          {toggle('comment_first_moderated', own.firstModerated)}
          {number('comment_links', own.links, 1_000)}
          {number('comment_days', own.days, 36_500)}
          {number('comment_levels', own.levels, 10)}
          {number('comments_per_page', own.perPage, 1_000)}
          {list('comment_held_words', own.heldWords)}
          {list('comment_refused_words', own.refusedWords)}
        </Section>
        <Section title={own.pictures}>
          <Text c="dimmed" size="sm">
            {own.picturesHint}
          </Text>
          {box('thumbnail', own.sizeNames.thumbnail)}
          {toggle('thumbnail_crop', own.thumbnailCrop)}
          {box('medium', own.sizeNames.medium)}
          {box('medium_large', own.sizeNames.medium_large)}
          {box('large', own.sizeNames.large)}
        </Section>
        {save.isError && <ErrorState title={words.states.notSaved} error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={Object.keys(changed).length === 0}>
            {own.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Toggles =
  | 'search_engines'
  | 'registration'
  | 'feed_excerpts'
  | 'comment_name_required'
  | 'comment_members_only'
  | 'comment_moderation'
  | 'comment_first_moderated'
  | 'thumbnail_crop';
type Numbers =
  | 'posts_per_feed'
  | 'comment_links'
  | 'comment_days'
  | 'comment_levels'
  | 'comments_per_page'
  | `${'thumbnail' | 'medium' | 'medium_large' | 'large'}_${'width' | 'height'}`;

const mostPixels = 65_535;

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} mb="md">
        {title}
      </Title>
      <Stack maw={560}>{children}</Stack>
    </Paper>
  );
}
