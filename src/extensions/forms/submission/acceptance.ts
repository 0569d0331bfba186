import { stripMarkup } from '../markup/html.ts';
import { type PostedData, single } from '../posted/posted-data.ts';
import { acceptanceCondition } from '../template/choices.ts';
import type { FormTag } from '../template/form-tag.ts';
import { hasOption } from '../template/tag-options.ts';

/** True when the checkbox is in the required state; an optional one always is. */
export function isMet(tag: FormTag, value: string): boolean {
  return hasOption(tag, 'optional') || (value !== '') !== hasOption(tag, 'invert');
}

/** The acceptances a visitor did not give. */
export function missingAcceptances(tags: readonly FormTag[], posted: PostedData): readonly FormTag[] {
  return acceptances(tags).filter((tag) => !isMet(tag, single(posted.raw.get(tag.name))));
}

/** The conditions a visitor agreed to, by field, in the text shown to them. */
export function givenConsent(tags: readonly FormTag[], posted: PostedData): ReadonlyMap<string, string> {
  const ticked = acceptances(tags).filter((tag) => single(posted.raw.get(tag.name)) !== '');
  return new Map(ticked.map((tag) => [tag.name, stripMarkup(acceptanceCondition(tag))]));
}

/** False when a field that must be filled in before a submission may be stored is empty. */
export function mayStore(tags: readonly FormTag[], posted: PostedData): boolean {
  const gates = tags.filter((tag) => hasOption(tag, 'consent_for:storage'));
  return gates.every((tag) => [posted.raw.get(tag.name) ?? ''].flat().some((value) => value !== ''));
}

const acceptances = (tags: readonly FormTag[]) =>
  tags.filter((tag) => tag.basetype === 'acceptance' && tag.name !== '');
