import {
  Accordion,
  Checkbox,
  Drawer,
  NumberInput,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import { useMay } from '../../api/me.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RemoteSelect } from '../../ui/remote-select.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { ExtensionPanels } from '../extensions/extension-panels.tsx';
import { ChosenFile } from '../media/chosen-file.tsx';
import { CategoryPicker } from './category-picker.tsx';
import classes from './editor.module.css';
import type { EditorKind } from './editor-kind.ts';
import type { EditorFields, FieldName } from './fields.ts';
import { type FieldPlace, type NamedField, placeOf } from './focus-field.ts';
import { TagPicker } from './tag-picker.tsx';
import { useSiteClock } from './use-site-clock.ts';
import { editorWords } from './words.ts';

const SeoPanel = lazyPart(
  () => import('../seo/seo-panel.tsx'),
  (m) => m.SeoPanel,
);

interface SettingsPanelProps {
  readonly kind: EditorKind;
  /** Null until the server has it. */
  readonly id: number | null;
  readonly fields: EditorFields;
  /** The field that is to be shown; its section is opened. */
  readonly wanted: NamedField | null;
  /** Whether the room beside the text is taken, so that it is shown over the text. */
  readonly isOver: boolean;
  /** Closes it where there is no room beside the text. */
  readonly close: () => void;
  readonly set: (changes: Partial<EditorFields>) => void;
}

const pictures = ['image/*'];
const sectionOf: Partial<Record<FieldPlace, string>> = { excerpt: 'excerpt', featured_media: 'picture' };
const formats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'] as const;

/** Everything about a text but the text itself. */
export function SettingsPanel({ kind, id, fields, set, wanted, isOver, close }: SettingsPanelProps) {
  const words = useWords();
  const { editor } = words;
  const own = useOwnWords(editorWords);
  const may = useMay();
  const clock = useSiteClock();
  const has = (name: FieldName) => kind.names.includes(name);
  const { capabilities } = kind.type;
  const canPublish = may(capabilities.publish);
  const states = (
    ['draft', 'pending', ...(canPublish ? (['publish', 'future', 'private'] as const) : [])] as const
  ).map((status) => ({ value: status, label: words.status[status] }));
  const taxonomies = kind.taxonomies.filter(({ taxonomy }) => may(taxonomy.capabilities.assign));
  const [opened, setOpened] = useState(['state', 'terms']);
  useEffect(() => {
    const section = wanted?.kind === 'own' ? sectionOf[wanted.place] : undefined;
    if (section) setOpened((before) => (before.includes(section) ? before : [...before, section]));
  }, [wanted]);
  const isBeside = useMediaQuery('(min-width: 68em)', undefined, { getInitialValueInEffect: false });
  const sections = (
    // Sections open at once: what moves under the pointer takes no click.
    <Accordion multiple value={opened} onChange={setOpened} variant="default" transitionDuration={0}>
      <Section value="state" label={own.state}>
        <Select
          label={editor.status}
          data={states}
          value={fields.status}
          allowDeselect={false}
          onChange={(value) => set({ status: states.find((one) => one.value === value)?.value ?? fields.status })}
        />
        <TextSetting
          label={editor.date}
          description={clock.zone === '' ? undefined : own.zone(clock.zone)}
          type="datetime-local"
          value={fields.date}
          disabled={!canPublish}
          change={(date) => set({ date })}
        />
        <TextSetting
          label={editor.slug}
          description={own.slugHint}
          value={fields.slug}
          change={(slug) => set({ slug })}
        />
        <TextSetting
          label={own.password}
          value={fields.password}
          autoComplete="off"
          change={(password) => set({ password })}
        />
        {has('sticky') && may('edit_others_posts') && (
          <Checkbox
            label={own.sticky}
            checked={fields.sticky}
            onChange={(event) => set({ sticky: event.currentTarget.checked })}
            mt="sm"
          />
        )}
      </Section>
      {taxonomies.length > 0 && (
        <Section value="terms" label={taxonomies.map((taxonomy) => taxonomy.words(words).title).join(', ')}>
          <Stack gap="sm">
            {taxonomies.map((taxonomy) => {
              const Picker = taxonomy.hasParents ? CategoryPicker : TagPicker;
              return (
                <Picker
                  key={taxonomy.key}
                  kind={taxonomy}
                  value={fields.terms[taxonomy.restBase] ?? []}
                  onChange={(ids) => set({ terms: { [taxonomy.restBase]: ids } })}
                />
              );
            })}
          </Stack>
        </Section>
      )}
      {has('featured_media') && (
        <Section value="picture" label={own.featured}>
          <div {...placeOf('featured_media')}>
            <ChosenFile
              label={own.featured}
              mimeTypes={pictures}
              value={fields.featured_media}
              onChange={(featured_media) => set({ featured_media })}
            />
          </div>
        </Section>
      )}
      {has('excerpt') && (
        <Section value="excerpt" label={editor.excerpt}>
          <Textarea
            aria-label={editor.excerpt}
            autosize
            minRows={3}
            value={fields.excerpt}
            onChange={(event) => set({ excerpt: event.currentTarget.value })}
            {...placeOf('excerpt')}
          />
        </Section>
      )}
      {has('comment_status') && (
        <Section value="discussion" label={editor.discussion}>
          <Switch
            label={editor.allowComments}
            checked={fields.comment_status === 'open'}
            onChange={(event) => set({ comment_status: event.currentTarget.checked ? 'open' : 'closed' })}
          />
          <Switch
            label={editor.allowPings}
            checked={fields.ping_status === 'open'}
            onChange={(event) => set({ ping_status: event.currentTarget.checked ? 'open' : 'closed' })}
            mt="sm"
          />
        </Section>
      )}
      <Section value="more" label={words.common.more}>
        {has('author') && may('list_users') && may(capabilities.edit_others) && (
          <RemoteSelect
            label={editor.author}
            isField
            queryKey="users"
            value={fields.author ? String(fields.author) : null}
            onChange={(value) => value && set({ author: Number(value) })}
            find={async (search, signal) =>
              (await api.get('/wp/v2/users', { search, per_page: 20, _fields: 'id,name' }, signal)).map(choice)
            }
            name={async (user, signal) =>
              choice(await api.get('/wp/v2/users/{id}', { id: user, _fields: 'id,name' }, signal))
            }
          />
        )}
        {has('format') && (
          <Select
            label={own.format}
            data={formats.map((value) => ({ value, label: own.formats[value] }))}
            value={fields.format}
            allowDeselect={false}
            onChange={(value) => set({ format: formats.find((one) => one === value) ?? 'standard' })}
            mt="sm"
          />
        )}
        {has('parent') && (
          <RemoteSelect
            label={kind.key === 'pages' ? own.parent : words.terms.parent}
            isField
            queryKey={kind.key}
            value={fields.parent ? String(fields.parent) : null}
            onChange={(value) => set({ parent: Number(value ?? 0) })}
            find={async (search, signal) => {
              const exclude = id === null ? [] : [id];
              const found = await kind.items.list({ search, exclude, per_page: 20, _fields: 'id,title' }, signal);
              return found.items.map(titled);
            }}
            name={async (parent, signal) =>
              titled(await kind.items.get(Number(parent), { _fields: 'id,title' }, signal))
            }
          />
        )}
        {has('menu_order') && (
          <NumberInput
            label={own.order}
            value={fields.menu_order}
            onChange={(value) => set({ menu_order: Number(value) || 0 })}
            mt="sm"
          />
        )}
        <TextSetting
          label={own.template}
          description={own.templateHint}
          value={fields.template}
          change={(template) => set({ template })}
        />
      </Section>
      {kind.type.public && (
        <Section value="seo" label={own.found}>
          {opened.includes('seo') && <SeoPanel id={id} name={fields.title} />}
        </Section>
      )}
      <ExtensionPanels postType={kind.type.name} postId={id} fields={fields} set={set} />
    </Accordion>
  );
  if (isBeside && !isOver)
    return (
      <aside className={classes['panel']} aria-label={editor.settings}>
        {sections}
      </aside>
    );
  return (
    <Drawer
      opened
      onClose={close}
      // Over the text, so that the page beside it can be seen.
      position={isOver ? 'left' : 'right'}
      overlayProps={isOver ? { backgroundOpacity: 0 } : {}}
      title={editor.settings}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {sections}
    </Drawer>
  );
}

const choice = ({ id, name }: { readonly id: number; readonly name: string }) => ({ value: String(id), label: name });
const titled = ({ id, title }: { readonly id: number; readonly title?: { readonly raw: string } }) => ({
  value: String(id),
  label: title?.raw || `#${id}`,
});

interface TextSettingProps extends Omit<TextInputProps, 'onChange'> {
  readonly change: (text: string) => void;
}

const TextSetting = ({ change, ...props }: TextSettingProps) => (
  <TextInput {...props} onChange={(event) => change(event.currentTarget.value)} mt="sm" />
);

function Section({
  value,
  label,
  children,
}: {
  readonly value: string;
  readonly label: string;
  readonly children: React.ReactNode;
}) {
  return (
    <Accordion.Item value={value}>
      <Accordion.Control>{label}</Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  );
}
