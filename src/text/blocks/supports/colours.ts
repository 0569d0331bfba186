import type { JsonRecord } from '../../formats/json-value.ts';
import { recordAttribute, textAttribute } from '../block-attributes.ts';
import { declarations, presetName } from './css-value.ts';
import { classPart } from './names.ts';
import type { BlockSupport } from './support-table.ts';

/** One of the colours of a block: where it is named, where it is written out, and what it becomes. */
interface Colour {
  readonly support: BlockSupport;
  readonly attribute: string;
  readonly key: string;
  readonly preset: string;
  readonly has: string;
  readonly suffix: string;
  readonly property: string;
}

const colours: readonly Colour[] = [
  {
    support: 'text',
    attribute: 'textColor',
    key: 'text',
    preset: 'color',
    has: 'has-text-color',
    suffix: 'color',
    property: 'color',
  },
  {
    support: 'background',
    attribute: 'backgroundColor',
    key: 'background',
    preset: 'color',
    has: 'has-background',
    suffix: 'background-color',
    property: 'background-color',
  },
  {
    support: 'gradient',
    attribute: 'gradient',
    key: 'gradient',
    preset: 'gradient',
    has: 'has-background',
    suffix: 'gradient-background',
    property: 'background',
  },
];

type Has = (support: BlockSupport) => boolean;

/** The classes of a block's colours. */
export function colourClasses(attributes: JsonRecord, has: Has): string[] {
  const found = colours.filter(({ support }) => has(support)).flatMap((colour) => classesOf(attributes, colour));
  return [...new Set(found)];
}

function classesOf(attributes: JsonRecord, colour: Colour): string[] {
  const name = namedColour(attributes, colour);
  if (name !== undefined) return [colour.has, `has-${classPart(name)}-${colour.suffix}`];
  return textAttribute(writtenColours(attributes), colour.key) === undefined ? [] : [colour.has];
}

/** The declarations of the colours that have no name. */
export function colourStyle(attributes: JsonRecord, has: Has): string {
  const written = writtenColours(attributes);
  const unnamed = colours.filter((colour) => has(colour.support) && namedColour(attributes, colour) === undefined);
  return declarations(unnamed.map(({ property, key }) => [property, written[key]]));
}

const writtenColours = (attributes: JsonRecord): JsonRecord =>
  recordAttribute(recordAttribute(attributes, 'style'), 'color');

const namedColour = (attributes: JsonRecord, { attribute, key, preset }: Colour): string | undefined =>
  textAttribute(attributes, attribute) ?? presetName(writtenColours(attributes)[key], preset);
