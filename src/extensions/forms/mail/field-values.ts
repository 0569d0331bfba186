import { stripMarkup } from '../markup/html.ts';
import { type PostedData, single } from '../posted/posted-data.ts';
import { acceptanceCondition } from '../template/choices.ts';
import { answerKind, type FormTag } from '../template/form-tag.ts';
import { formatDate } from './date-pattern.ts';
import type { MailTagLookup } from './mail-tags.ts';

/** The data of a submission for mail tags. */
export interface SubmittedFields {
  readonly tags: readonly FormTag[];
  readonly posted: PostedData;
  /** Names of the accepted files, by field. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** The answers to challenges, by field. */
  readonly challenges: ReadonlyMap<string, string>;
}

/** Looks up posted fields, `[_raw_NAME]` and `[_format_NAME "pattern"]`; undefined for anything that was not posted. */
export function fieldLookup(fields: SubmittedFields): MailTagLookup {
  return (name, values) => {
    if (name.startsWith('_raw_')) return joined(fields.posted.raw.get(name.slice('_raw_'.length)));
    if (name.startsWith('_format_')) {
      const date = single(fields.posted.values.get(name.slice('_format_'.length)));
      return values[0] === undefined ? undefined : formatDate(values[0], date);
    }
    return fieldValue(fields, name);
  };
}

function fieldValue({ tags, posted, files, challenges }: SubmittedFields, name: string): string | undefined {
  const tag = tags.find((candidate) => candidate.name === name && answerKind(candidate) !== 'none');
  if (tag?.basetype === 'file') return (files.get(name) ?? []).join(', ');
  if (tag && answerKind(tag) === 'challenge') return challenges.get(name) ?? '';
  if (tag?.basetype === 'acceptance') {
    const given = single(posted.values.get(name)) !== '';
    return `${given ? 'Agreed' : 'Not agreed'}: ${stripMarkup(acceptanceCondition(tag))}`;
  }
  return joined(posted.values.get(name));
}

function joined(value: string | readonly string[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  return (typeof value === 'string' ? value : value.join(', ')).trim();
}
