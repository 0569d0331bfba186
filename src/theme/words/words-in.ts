import { english, type Words } from './english.ts';
import { german } from './german.ts';

/** Words by language tag, such as `fr` or `pt-BR`; what is left out stays as it is. */
export type Translations = Readonly<Record<string, Partial<Words>>>;

const builtIn: Translations = { de: german };

/** The words in a language: those of the tag itself come before those of its language, and English is the last resort. */
export function wordsIn(language: string, own: Translations = {}): Words {
  const [base = ''] = language.split('-');
  return { ...english, ...builtIn[base], ...own[base], ...own[language] };
}

/** A text with its `{names}` replaced by values. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (found, name: string) => String(values[name] ?? found));
}
