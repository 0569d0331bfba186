import { glob } from 'node:fs/promises';
import { de } from '../../../admin/src/words/de.ts';
import { en } from '../../../admin/src/words/en.ts';

export interface Both {
  readonly en: unknown;
  readonly de: unknown;
}

const isBoth = (value: unknown): value is Both =>
  typeof value === 'object' && value !== null && 'en' in value && 'de' in value;

/** The words of every screen, in both languages. */
export async function allWords(): Promise<readonly [where: string, words: Both][]> {
  const found: [string, Both][] = [['words', { en, de }]];
  const root = new URL('../../../admin/src/', import.meta.url);
  for await (const path of glob('{screens,editor,ui}/**/*words.ts', { cwd: root })) {
    const members: Record<string, unknown> = await import(new URL(path, root).href);
    for (const value of Object.values(members)) if (isBoth(value)) found.push([path, value]);
  }
  return found;
}

/** Every text with its path; sentences are made with facts that stand for any. */
export function texts(value: unknown, path: string, number = 2): readonly [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    // A number and, with its members, whatever else a sentence may use.
    const fact = Object.assign(new Number(number), { id: '2', type: 'T', detail: 'D' });
    return [[path, String(value(fact, fact, fact, fact))]];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => texts(member, `${path}.${name}`, number));
}
