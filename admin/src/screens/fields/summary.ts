import type { Field } from '../../api/description.ts';
import { plainText } from '../../ui/plain-text.ts';
import { isEmpty } from './conditions.ts';
import { membersOf, rowsOf } from './paths.ts';

const longest = 80;

/** A value in a few words, empty where it has none. */
export function summaryOf(field: Field, value: unknown): string {
  if (isEmpty(value)) return '';
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return [value]
        .flat()
        .map((one) => labelOf(field, one))
        .join(', ');
    case 'richtext':
      return short(plainText(String(value)));
    case 'link':
      return short(String(membersOf(value)['title'] || membersOf(value)['url'] || ''));
    case 'group':
      return summaryOfRow(field.fields, value);
    case 'json':
      return short(JSON.stringify(value));
    case 'file':
    case 'image':
    case 'posts':
    case 'terms':
    case 'users':
      return value === 0
        ? ''
        : [value]
            .flat()
            .map((id) => `#${id}`)
            .join(', ');
    case 'gallery':
    case 'repeater':
    case 'layouts':
      return String(rowsOf(value).length);
    case 'boolean':
      return '';
    default:
      return short(String(value));
  }
}

const told = new Set([
  'text',
  'textarea',
  'richtext',
  'email',
  'url',
  'choice',
  'link',
  'date',
  'number',
  'integer',
  'group',
]);

/** What a row is about: the first of its fields that says something. */
export function summaryOfRow(fields: readonly Field[], row: unknown): string {
  for (const field of fields) {
    const text = told.has(field.kind) ? summaryOf(field, membersOf(row)[field.name]) : '';
    if (text !== '') return text;
  }
  return '';
}

const labelOf = ({ choices }: Field, value: unknown): string =>
  choices.find((choice) => choice.value === String(value))?.label ?? String(value);

const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest)} …` : text).trim();
