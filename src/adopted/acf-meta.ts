import type { MetaDeclaration, MetaFieldDeclaration } from '../rules/content/meta-declaration.ts';
import { isOn, type StoredSettings, settingsIn, settingText, valuesIn } from './stored-settings.ts';

/** A field of a group, as it is stored. */
export interface AcfField {
  readonly name: string;
  readonly label: string;
  readonly settings: StoredSettings;
}

/** The keys that a group of fields describes; none where the interface may not show it. */
export function acfMeta(group: StoredSettings, fields: readonly AcfField[]): MetaDeclaration[] {
  if (!isOn(group, 'show_in_rest')) return [];
  const owners = ownersOf(group);
  return fields.flatMap(({ name, label, settings }) => {
    const schema = schemaOf(settings);
    if (!schema || name === '') return [];
    return owners.map((owner) => ({ ...schema, ...owner, key: name, description: label }));
  });
}

type Owner = Pick<MetaDeclaration, 'object' | 'subtype'>;

/** Who has the fields: rules that name a type, a taxonomy or users. Narrower rules are left out. */
function ownersOf(group: StoredSettings): Owner[] {
  const owners = valuesIn(group['location']).flatMap((alternative) => {
    const [rule, ...narrower] = valuesIn(alternative).map(settingsIn);
    return rule && narrower.length === 0 && settingText(rule, 'operator') === '==' ? ownerOf(rule) : [];
  });
  return [...new Map(owners.map((owner) => [`${owner.object} ${owner.subtype ?? ''}`, owner])).values()];
}

function ownerOf(rule: StoredSettings): Owner[] {
  const value = settingText(rule, 'value');
  const param = settingText(rule, 'param');
  if (param === 'post_type') return [{ object: 'post', subtype: value }];
  if (param === 'taxonomy') return [value === 'all' ? { object: 'term' } : { object: 'term', subtype: value }];
  return param === 'user_form' || (param === 'user_role' && value === 'all') ? [{ object: 'user' }] : [];
}

const text: MetaFieldDeclaration = { type: 'string' };
const number: MetaFieldDeclaration = { type: 'number' };
const id: MetaFieldDeclaration = { type: 'integer' };
const ids: MetaFieldDeclaration = { type: 'array', items: { type: 'integer' } };
const texts: MetaFieldDeclaration = { type: 'array', items: { type: 'string' } };
const address: MetaFieldDeclaration = {
  type: 'object',
  properties: { title: { type: 'string' }, url: { type: 'string' }, target: { type: 'string' } },
};

/** How each kind of field stores its value. Those that spread over several keys, and passwords, are left out. */
const values: Readonly<Record<string, MetaFieldDeclaration | [one: MetaFieldDeclaration, many: MetaFieldDeclaration]>> =
  {
    text,
    textarea: text,
    email: text,
    url: text,
    wysiwyg: text,
    oembed: text,
    radio: text,
    button_group: text,
    date_picker: text,
    date_time_picker: text,
    time_picker: text,
    color_picker: text,
    number,
    range: number,
    true_false: { type: 'boolean' },
    image: id,
    file: id,
    gallery: ids,
    relationship: ids,
    checkbox: texts,
    select: [text, texts],
    page_link: [text, texts],
    post_object: [id, ids],
    user: [id, ids],
    link: address,
  };

function schemaOf(settings: StoredSettings): MetaFieldDeclaration | null {
  const type = settingText(settings, 'type');
  if (type === 'taxonomy') return ['select', 'radio'].includes(settingText(settings, 'field_type')) ? id : ids;
  const known = Object.hasOwn(values, type) ? values[type] : undefined;
  if (!Array.isArray(known)) return known ?? null;
  return isOn(settings, 'multiple') ? known[1] : known[0];
}
