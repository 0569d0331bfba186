import type { FieldKind } from '../../api/description.ts';

/** The kinds of fields in the groups in which they are offered. */
export const kindGroups = {
  text: ['text', 'textarea', 'richtext', 'email', 'url', 'link'],
  number: ['number', 'integer', 'boolean', 'choice', 'choices', 'color'],
  date: ['date', 'datetime', 'time'],
  file: ['image', 'gallery', 'file'],
  relation: ['posts', 'terms', 'users'],
  structure: ['group', 'repeater', 'layouts', 'json'],
} as const satisfies Readonly<Record<string, readonly FieldKind[]>>;

export type KindGroup = keyof typeof kindGroups;

/** Kinds that have fields inside. */
export const isNesting = (kind: FieldKind): boolean => ['group', 'repeater', 'layouts'].includes(kind);

/** So many levels of fields stand in each other. */
const deepest = 6;

/** The kinds that a field at a level can have; the first level is 1. */
export const kindsAt = (level: number): readonly FieldKind[] =>
  Object.values(kindGroups)
    .flat()
    .filter((kind) => level < deepest || !isNesting(kind));
