import type { Field } from '../../api/description.ts';
import { isEmpty } from './conditions.ts';
import { membersOf, rowsOf } from './paths.ts';
import { summaryOf } from './summary.ts';

export interface YesAndNo {
  readonly yes: string;
  readonly no: string;
}

/** A whole value as lines of text, such as to compare it with another one; empty where there is none. */
export function valueText(field: Field, value: unknown, words: YesAndNo): string {
  return linesOf(field, value, words).join('\n');
}

function linesOf(field: Field, value: unknown, words: YesAndNo): string[] {
  if (field.kind === 'boolean') return [value ? words.yes : words.no];
  if (isEmpty(value) || value === undefined) return [];
  switch (field.kind) {
    case 'group':
      return membersLines(field.fields, value, words);
    case 'repeater':
      return rowsOf(value).flatMap((row, at) => [`${at + 1}.`, ...indented(membersLines(field.fields, row, words))]);
    case 'layouts':
      return rowsOf(value).flatMap((row, at) => {
        const layout = field.layouts.find(({ name }) => name === membersOf(row)['layout']);
        return [`${at + 1}. ${layout?.label ?? ''}`, ...indented(membersLines(layout?.fields ?? [], row, words))];
      });
    case 'gallery':
      return [
        rowsOf(value)
          .map((id) => `#${id}`)
          .join(', '),
      ];
    case 'link': {
      const { url, title, target } = membersOf(value);
      return [title, url, target].filter((part) => typeof part === 'string' && part !== '').map(String);
    }
    case 'json':
      return JSON.stringify(value, null, 2).split('\n');
    case 'choice':
    case 'choices':
    case 'file':
    case 'image':
    case 'posts':
    case 'terms':
    case 'users':
      return [summaryOf(field, value)].filter((text) => text !== '');
    default:
      return String(value).split('\n');
  }
}

function membersLines(fields: readonly Field[], value: unknown, words: YesAndNo): string[] {
  const members = membersOf(value);
  return fields.flatMap((field) => {
    const [first = '', ...more] = linesOf(field, members[field.name], words);
    return first === '' && more.length === 0 ? [] : [`${field.label}: ${first}`, ...indented(more)];
  });
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
