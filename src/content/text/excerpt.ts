import { removeShortcodes } from './macros/run-shortcodes.ts';
import { isBlankText, trimBlanks } from './scan/characters.ts';
import { stripTagsAndScripts } from './scan/strip-tags.ts';
import type { ShortcodeRegistry } from './shortcodes.ts';

const mostWords = 55;
const pageBreak = '<!--nextpage-->';

/** The part of a text that an excerpt is made from: its first page up to the more mark, without macros. */
export function excerptSource(text: string, shortcodes: ShortcodeRegistry): string {
  const from = text.startsWith(pageBreak) ? pageBreak.length : 0;
  const page = text.indexOf(pageBreak, from);
  const first = text.slice(from, page === -1 ? text.length : page);
  return removeShortcodes(first.slice(0, moreMark(first)), shortcodes);
}

/** Cuts rendered text down to its first words, without markup. */
export function firstWords(rendered: string): string {
  const text = trimBlanks(stripTagsAndScripts(rendered.replaceAll(']]>', ']]&gt;')));
  if (isBlankText(text)) return '';
  const words: string[] = [];
  const pattern = /[^ \t\r\n]+/g;
  for (let word = pattern.exec(text); word !== null; word = pattern.exec(text)) {
    if (words.length === mostWords) return `${words.join(' ')} [&hellip;]`;
    words.push(word[0]);
  }
  return words.join(' ');
}

/** Where the more mark begins, or the end of the text. */
function moreMark(text: string): number {
  const at = text.indexOf('<!--more');
  return at === -1 || text.indexOf('-->', at) === -1 ? text.length : at;
}
