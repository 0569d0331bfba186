import type { AcfType } from '../rules/acf/acf-field.ts';
import type { AnyField, Choice } from '../rules/fields/field-declaration.ts';
import type { StoredAcfField } from './acf-groups.ts';
import { isOn, type StoredSettings, settingsIn, settingText, textsIn, valuesIn } from './plugin-declarations.ts';

/** The types and taxonomies that the interface shows. */
export interface ShownContent {
  readonly types: readonly string[];
  readonly taxonomies: readonly string[];
}

/** What fields of all types have. */
export function everyMember({ label, settings }: Pick<StoredAcfField, 'label' | 'settings'>): Partial<AnyField> {
  const width = Math.round(Number(settingText(settingsIn(settings['wrapper']), 'width')));
  const help = settingText(settings, 'instructions');
  return {
    ...(label === '' ? {} : { label }),
    ...(help === '' ? {} : { help }),
    ...(isOn(settings, 'required') ? { required: true } : {}),
    ...(width >= 1 && width <= 100 ? { width } : {}),
  };
}

/** What templates get where a field does not say it. */
export const usualFormats: Partial<Record<AcfType, string>> = {
  date_picker: 'd/m/Y',
  date_time_picker: 'd/m/Y g:i a',
  time_picker: 'g:i a',
  image: 'array',
  file: 'array',
  gallery: 'array',
  post_object: 'object',
  relationship: 'object',
  user: 'array',
  taxonomy: 'id',
  link: 'array',
  select: 'value',
  checkbox: 'value',
  radio: 'value',
  button_group: 'value',
  color_picker: 'string',
};

type Kind = (settings: StoredSettings, around: ShownContent) => AnyField | string;

/** The kind of each type that is not made of other fields. */
export const acfKinds: Readonly<Record<Exclude<AcfType, 'group' | 'repeater' | 'flexible_content'>, Kind>> = {
  text: (settings) => textKind('text', settings),
  textarea: (settings) => textKind('textarea', settings),
  wysiwyg: (settings) => textKind('richtext', settings),
  email: (settings) => textKind('email', settings),
  url: (settings) => textKind('url', settings),
  oembed: (settings) => textKind('url', settings),
  password: (settings) => textKind('text', settings),
  number: numberKind,
  range: numberKind,
  color_picker: (settings) => textKind(isOn(settings, 'enable_opacity') ? 'text' : 'color', settings),
  select: (settings) => choiceKind(settings, isOn(settings, 'multiple')),
  checkbox: (settings) => choiceKind(settings, true),
  radio: (settings) => choiceKind(settings, false),
  button_group: (settings) => choiceKind(settings, false),
  true_false: (settings) => ({ kind: 'boolean', ...(isOn(settings, 'default_value') ? { default: true } : {}) }),
  date_picker: () => ({ kind: 'date' }),
  date_time_picker: () => ({ kind: 'datetime' }),
  time_picker: () => ({ kind: 'time' }),
  image: () => ({ kind: 'image' }),
  file: () => ({ kind: 'file' }),
  gallery: (settings) => ({ kind: 'gallery', ...itemLimits(settings) }),
  post_object: (settings, around) => postsKind(settings, around, isOn(settings, 'multiple')),
  page_link: (settings, around) => postsKind(settings, around, isOn(settings, 'multiple')),
  relationship: (settings, around) => ({ ...postsKind(settings, around, true), ...itemLimits(settings) }),
  user: (settings) => ({ kind: 'users', multiple: isOn(settings, 'multiple'), to: namesIn(settings, 'role') }),
  taxonomy: (settings, { taxonomies }) => {
    const name = settingText(settings, 'taxonomy');
    if (!taxonomies.includes(name)) return `the interface shows no taxonomy ${name}`;
    return { kind: 'terms', multiple: !['select', 'radio'].includes(settingText(settings, 'field_type')), to: [name] };
  },
  link: () => ({ kind: 'link' }),
  google_map: () => ({ kind: 'json' }),
  icon_picker: () => ({ kind: 'json' }),
};

function textKind(
  kind: 'text' | 'textarea' | 'richtext' | 'email' | 'url' | 'color',
  settings: StoredSettings,
): AnyField {
  const maxLength = Number(settingText(settings, 'maxlength'));
  const usual = settingText(settings, 'default_value');
  const isFit = kind !== 'color' || /^#[0-9a-f]{6}$/i.test(usual);
  return {
    kind,
    ...(usual === '' || !isFit ? {} : { default: usual }),
    ...(kind !== 'color' && Number.isInteger(maxLength) && maxLength > 0 ? { maxLength } : {}),
  };
}

function numberKind(settings: StoredSettings): AnyField {
  const given = (name: string): number | undefined => {
    const text = settingText(settings, name);
    return text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
  };
  const members = {
    default: given('default_value'),
    minimum: given('min'),
    maximum: given('max'),
    step: given('step'),
  };
  return { kind: 'number', ...Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) };
}

function choiceKind(settings: StoredSettings, isMultiple: boolean): AnyField {
  const choices = choicesIn(settings['choices']);
  const isOpen = ['other_choice', 'allow_custom', 'create_options'].some((name) => isOn(settings, name));
  if (choices.length === 0 && !isMultiple) return textKind('text', settings);
  const values = choices.map(({ value }) => value);
  const usual = valuesIn(settings['default_value']).map(String);
  const wanted = (usual.length > 0 ? usual : [settingText(settings, 'default_value')]).filter((one) =>
    values.includes(one),
  );
  return {
    kind: isMultiple ? 'choices' : 'choice',
    choices,
    ...(isOpen || choices.length === 0 ? { open: true } : {}),
    ...(wanted.length === 0 ? {} : { default: isMultiple ? wanted : (wanted[0] ?? '') }),
  };
}

/** Values with their labels; a group of choices stands for its own. */
function choicesIn(stored: unknown): Exclude<Choice, string>[] {
  const entries = Array.isArray(stored)
    ? stored.map((label, i) => [String(i), label] as const)
    : Object.entries(settingsIn(stored));
  const found = entries.flatMap(([value, label]) =>
    typeof label === 'object' && label !== null ? choicesIn(label) : [{ value, label: String(label ?? value) }],
  );
  return found.filter(({ value }, i) => value !== '' && found.findIndex((one) => one.value === value) === i);
}

function postsKind(settings: StoredSettings, { types }: Pick<ShownContent, 'types'>, multiple: boolean): AnyField {
  return { kind: 'posts', multiple, to: namesIn(settings, 'post_type').filter((name) => types.includes(name)) };
}

/** Names in a list, or one name. */
function namesIn(settings: StoredSettings, name: string): string[] {
  const one = settingText(settings, name);
  return (one === '' ? textsIn(settings, name) : [one]).filter((value) => value !== '' && value !== 'all');
}

export function itemLimits(settings: StoredSettings): Pick<AnyField, 'minItems' | 'maxItems'> {
  const [least, most] = ['min', 'max'].map((name) => Math.trunc(Number(settingText(settings, name))) || 0);
  return {
    ...(least && least > 0 ? { minItems: least } : {}),
    ...(most && most > 0 && most <= 10_000 ? { maxItems: most } : {}),
  };
}
