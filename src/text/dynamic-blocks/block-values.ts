import { textAttribute } from '../blocks/block.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { JsonRecord, JsonValue } from '../json.ts';
import { isRecord } from '../json.ts';
import { stripTagsAndScripts } from '../plain-text.ts';
import { sanitiseContent } from '../sanitise/sanitise.ts';

/** A whole number above zero; the fallback for any other value. */
export function positive(value: number | undefined, fallback: number): number {
  const whole = Math.trunc(value ?? 0);
  return whole > 0 ? whole : fallback;
}

/** A number that may be written as text. */
export function wholeAttribute(attributes: JsonRecord, name: string): number {
  const value = attributes[name];
  return typeof value === 'number' || typeof value === 'string' ? Math.trunc(Number(value)) || 0 : 0;
}

/** One of some words; the fallback for any other value. */
export function wordOf<Word extends string>(value: string | undefined, words: readonly Word[], fallback: Word): Word {
  return words.find((word) => word === value) ?? fallback;
}

/** The ids in a list of numbers, of texts with numbers or of objects with an `id`. */
export function listedIds(list: readonly JsonValue[]): number[] {
  return list.flatMap((one) => {
    const id = Math.trunc(Number(isRecord(one) ? one['id'] : one));
    return id > 0 ? [id] : [];
  });
}

/** The first words of a text without its markup, and a mark where there are more. */
export function firstWordsOf(text: string, most: number): string {
  const words = stripTagsAndScripts(text)
    .split(/[\n\r\t ]+/)
    .filter((word) => word !== '');
  return words.length > most ? `${words.slice(0, most).join(' ')}&hellip;` : words.join(' ');
}

/** The class of a text's alignment, where a block has one. */
export function alignClass(attributes: JsonRecord): string[] {
  const align = textAttribute(attributes, 'textAlign');
  return align === undefined || align === '' ? [] : [`has-text-align-${escapeKeepingReferences(align)}`];
}

/** Where a link opens. */
export const linkTarget = (attributes: JsonRecord): string =>
  escapeKeepingReferences(textAttribute(attributes, 'linkTarget') ?? '_self');

/** Markup that an attribute holds, without anything that can run. */
export const safeMarkup = (text: string): string => sanitiseContent(text, 'large');

/** Text of visitors without shortcodes: they would run where it is shown inside a post. */
export const withoutShortcodes = (text: string): string => text.replaceAll('[', '&#091;');

/** A number as readers of a language write it. */
export const writtenNumber = (value: number, language = 'en-US'): string => value.toLocaleString(language);

/** Whether inner blocks show nothing. A long text is not searched: it may be inside many others. */
export const isNothing = (inner: string): boolean => inner.length < 1_000 && inner.trim() === '';
