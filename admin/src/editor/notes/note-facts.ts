import { readFacts, withFacts } from '../blocks/edit-source.ts';
import { pieceAt } from '../source/split-source.ts';

/** The notes that a block names: one, or several as later programs write them. */
export function noteIdsOf(source: string): readonly number[] {
  if (!source.includes('"noteId"')) return [];
  const named = metadataOf(source)['noteId'];
  return [named].flat().flatMap((id) => (Number.isInteger(id) && Number(id) > 0 ? [Number(id)] : []));
}

function metadataOf(source: string): Readonly<Record<string, unknown>> {
  const { metadata } = readFacts(source);
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? { ...metadata } : {};
}

/** The same block naming one more note. Nothing else of it is written anew. */
export function withNote(source: string, id: number): string {
  const before = noteIdsOf(source);
  if (before.includes(id)) return source;
  const { noteId: _, ...metadata } = metadataOf(source);
  const named = before.length > 0 ? [...before, id] : id;
  const added = `"metadata":{"noteId":${id}}`;
  const facts = readFacts(source);
  if (Object.keys(facts).length > 0 && facts['metadata'] === undefined)
    return source.replace(openingWithFacts, (_all, begin: string, end: string) => `${begin},${added}${end}`);
  return withFacts(source, { metadata: { ...metadata, noteId: named } });
}

/** The same block without that note. */
export function withoutNote(source: string, id: number): string {
  const rest = noteIdsOf(source).filter((one) => one !== id);
  if (rest.length === noteIdsOf(source).length) return source;
  const alone = `,"metadata":{"noteId":${id}}}`;
  const end = source.indexOf('-->');
  const at = source.indexOf(alone);
  if (at > 0 && at < end) return source.slice(0, at) + source.slice(at + alone.length - 1);
  const { noteId: _, ...metadata } = metadataOf(source);
  const [first, ...others] = rest;
  const named = first === undefined ? {} : { noteId: others.length > 0 ? rest : first };
  const next = { ...metadata, ...named };
  return withFacts(source, { metadata: Object.keys(next).length > 0 ? next : undefined });
}

/** The same block without any note. */
export const withNoNote = (source: string): string => noteIdsOf(source).reduce(withoutNote, source);

/** The comment that begins a block, around the end of its attributes. */
const openingWithFacts = /^(<!--\s+wp:[a-z][\w/-]*\s+\{[\s\S]*?)(\}\s+\/?-->)/;

/** A block with a note, and the beginning of its text. */
export interface NotedBlock {
  readonly id: number;
  readonly excerpt: string;
}

const longestExcerpt = 90;
const read = 600;

/** The blocks of a text that name notes, in the order of the text. */
export function notedBlocks(text: string): readonly NotedBlock[] {
  if (!text.includes('"noteId"')) return [];
  return [...text.matchAll(/<!--\s+wp:[a-z][\w/-]*\s+\{[\s\S]*?\}\s+\/?-->/g)].flatMap(({ 0: opening, index }) => {
    const ids = noteIdsOf(opening);
    if (ids.length === 0) return [];
    const begin = index + opening.length;
    const inside = text.slice(begin, Math.min(pieceAt(text, index).end, begin + read));
    const plain = inside
      .replace(/<!--[\s\S]*?(?:-->|$)|<[^>]*(?:>|$)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const excerpt = plain.length > longestExcerpt ? `${plain.slice(0, longestExcerpt)}…` : plain;
    return ids.map((id) => ({ id, excerpt }));
  });
}

/** A text none of whose blocks names this note. */
export const textWithoutNote = (text: string, id: number): string =>
  text.replace(/<!--\s+wp:[a-z][\w/-]*\s+\{[\s\S]*?\}\s+\/?-->/g, (opening) => withoutNote(opening, id));
