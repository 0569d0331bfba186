import { type Field, fieldsOf } from '../../api/resource/field.ts';
import { isLocale, usualLocale } from '../../rules/intl/locale.ts';
import { zoneNames } from '../../rules/intl/zone-names.ts';
import { siteOptions } from '../../rules/site.ts';
import { textLimits } from '../../rules/text-limits.ts';
import { type ArgumentValue, type Schema, s } from '../../schema/schema.ts';
import { cleanUrl } from '../../text/clean-url.ts';
import { storeFormat, storeSettingText } from '../../text/store-text.ts';

type OptionName = keyof typeof siteOptions;

/** The stored options of the settings, and the URL of the site in case none is stored. */
export interface SettingsSubject {
  readonly stored: ReadonlyMap<string, string | null>;
  readonly siteUrl: string;
}

/** The options to change; null removes one, so that its default applies again. */
export type SettingsDraft = Map<string, string | null>;

type SettingField = Field<SettingsSubject, SettingsDraft>;

const field = fieldsOf<SettingsSubject, SettingsDraft>();

const optionOf = ({ stored }: SettingsSubject, name: OptionName): string => stored.get(name) ?? siteOptions[name];
const numberOf = (subject: SettingsSubject, name: OptionName): number => Number(optionOf(subject, name)) || 0;

/** A setting stored in one option. `store` returns the text to store; undefined leaves the option unchanged. */
function setting<Value extends ArgumentValue>(
  schema: Schema<Value>,
  name: OptionName,
  read: (subject: SettingsSubject) => unknown,
  store: (value: Value) => string | undefined,
): SettingField {
  return field({
    schema: { ...schema, nullable: true, default: schema.default ?? null },
    limit: textLimits.setting,
    read,
    write: (draft, value: Value | null) => {
      const text = value === null ? null : store(value);
      if (text !== undefined) draft.set(name, text);
    },
  });
}

const text = (schema: Schema<string>, name: OptionName, store: (value: string) => string | undefined): SettingField =>
  setting(schema, name, (subject) => optionOf(subject, name), store);

const number = (schema: Schema<number>, name: OptionName, store: (value: number) => number): SettingField =>
  setting(
    schema,
    name,
    (subject) => numberOf(subject, name),
    (value) => String(store(value)),
  );

const same = <T>(value: T): T => value;
const openOrClosed = ['open', 'closed'] as const;

/** The default locale is stored as empty text; one that the runtime does not support leaves the setting unchanged. */
function storeLocale(code: string): string | undefined {
  if (code === '' || code === usualLocale) return '';
  return isLocale(code) ? code : undefined;
}

/** Every setting of the site, in the order the interface shows them. */
export const settingsFields: Readonly<Record<string, SettingField>> = {
  title: text(s.string({ description: 'Title of the site.' }), 'blogname', storeSettingText),
  description: text(s.string({ description: 'What the site is about.' }), 'blogdescription', storeSettingText),
  url: field({
    schema: s.string({ description: 'Address of the site.', format: 'uri', nullable: true, default: null }),
    limit: textLimits.setting,
    read: ({ stored, siteUrl }) => stored.get('siteurl') || siteUrl,
    write: (draft, value: string | null) => {
      if (value !== null && !/^https?:\/\/./i.test(value)) return;
      for (const name of ['siteurl', 'home']) draft.set(name, value === null ? null : cleanUrl(value));
    },
  }),
  email: text(s.string({ description: 'E-mail address of the administrator.', format: 'email' }), 'admin_email', same),
  timezone: text(s.string({ description: 'A city in the timezone of the site.' }), 'timezone_string', (city) =>
    city === '' || zoneNames().has(city) ? city : undefined,
  ),
  date_format: text(s.string({ description: 'How dates are written.' }), 'date_format', storeFormat),
  time_format: text(s.string({ description: 'How times are written.' }), 'time_format', storeFormat),
  start_of_week: number(s.integer({ description: 'Number of the day a week begins with.' }), 'start_of_week', Math.abs),
  language: setting<string>(
    s.string({ description: 'Language of the site.', default: usualLocale }),
    'WPLANG',
    (subject) => optionOf(subject, 'WPLANG') || usualLocale,
    storeLocale,
  ),
  use_smilies: setting<boolean>(
    s.boolean({ description: 'Whether faces made of signs become pictures.', default: true }),
    'use_smilies',
    (subject) => !['', '0'].includes(optionOf(subject, 'use_smilies')),
    (on) => (on ? '1' : '0'),
  ),
  default_category: number(
    s.integer({ description: 'Number of the category of posts that name none.' }),
    'default_category',
    Math.abs,
  ),
  default_post_format: setting(
    s.string({ description: 'Format of posts that name none.' }),
    'default_post_format',
    (subject) => optionOf(subject, 'default_post_format').replace(/^0$/, ''),
    same,
  ),
  posts_per_page: number(
    s.integer({ description: 'Most posts on a page of the site.', default: 10 }),
    'posts_per_page',
    (count) => (count < -1 ? -count : count || 1),
  ),
  default_ping_status: text(
    s.string({ description: 'Whether new posts can be linked to by other sites.', enum: openOrClosed }),
    'default_ping_status',
    same,
  ),
  default_comment_status: text(
    s.string({ description: 'Whether new posts take comments.', enum: openOrClosed }),
    'default_comment_status',
    same,
  ),
};

/** The options that store the settings. */
export const settingsOptions: readonly OptionName[] = [
  'blogname',
  'blogdescription',
  'siteurl',
  'admin_email',
  'timezone_string',
  'date_format',
  'time_format',
  'start_of_week',
  'WPLANG',
  'use_smilies',
  'default_category',
  'default_post_format',
  'posts_per_page',
  'default_ping_status',
  'default_comment_status',
];
