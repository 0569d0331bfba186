import { type ComparedTexts, compareTexts } from '../editor/versions/compare-texts.ts';
import type { Proposal } from './proposals-api.ts';

export interface ComparedField extends ComparedTexts {
  readonly name: string;
}

/** The fields of a proposal with the words that differ; states as people call them. */
export const comparedFields = (
  { changes }: Pick<Proposal, 'changes'>,
  states: Readonly<Record<string, string>>,
): ComparedField[] =>
  Object.entries(changes).map(([name, { from, to }]) => {
    const read = (value: unknown) => (name === 'status' && states[String(value)]) || textOf(value);
    return { name, ...compareTexts(read(from), read(to)) };
  });

/** A value as people read it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${textOf(one)}`)
    .join('\n');
}

/** Words of the interface, which are no texts that people write. */
const chosen = new Set(['status', 'type', 'date', 'date_gmt', 'template', 'format', 'comment_status', 'ping_status']);

/** The fields that people can edit as texts before they accept. */
export const editableTexts = ({ fields }: Pick<Proposal, 'fields'>): [string, string][] =>
  Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !chosen.has(entry[0]),
  );
