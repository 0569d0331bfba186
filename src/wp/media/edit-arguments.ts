import { type InputOf, Refusal, s } from '../../lib/schema/schema.ts';
import { accept } from '../../lib/schema/validate.ts';
import type { PictureChange } from '../../media/workers/image-processor.ts';
import { isRecord } from '../../text/json.ts';

const percent = (description: string) => s.number({ minimum: 0, maximum: 100, description });

/** More steps than an editor sends; each decodes the picture again. */
const mostModifiers = 20;

/** What is to be done with a picture: a list of steps, or one turn and one cut as separate arguments. */
export const changeArguments = {
  src: s.string({ required: true, format: 'uri', description: 'Address of the file that is changed.' }),
  modifiers: s.array(s.object(), {
    description: 'Steps, one after the other.',
    check: refuseModifiers,
    published: { minItems: 1, items: modifierSchema() },
  }),
  rotation: s.integer({
    description: 'Degrees to turn it by, clockwise.',
    check: (angle: number) =>
      angle > 0 && angle < 360 ? null : new Refusal('rotation must be between 0 and 360.', 'rest_out_of_bounds'),
    published: { minimum: 0, exclusiveMinimum: true, maximum: 360, exclusiveMaximum: true },
  }),
  x: percent('Where the part to keep begins from the left, in percent.'),
  y: percent('Where the part to keep begins from the top, in percent.'),
  width: percent('Width of the part to keep, in percent.'),
  height: percent('Height of the part to keep, in percent.'),
};

/** The steps of a request whose arguments were accepted, in their order. */
export function changesIn(input: Omit<InputOf<typeof changeArguments>, 'src'>): PictureChange[] {
  const { modifiers, rotation, x, y, width, height } = input;
  if (modifiers) return modifiers.map(readModifier).filter(isChange);
  const isCut = x !== undefined && y !== undefined && width !== undefined && height !== undefined;
  return [
    ...(rotation === undefined ? [] : [{ type: 'rotate', angle: rotation } as const]),
    ...(isCut ? [{ type: 'crop', left: x, top: y, width, height } as const] : []),
  ];
}

const isChange = (read: PictureChange | Refusal): read is PictureChange => !(read instanceof Refusal);

function refuseModifiers(modifiers: readonly unknown[]): Refusal | null {
  if (modifiers.length === 0) return new Refusal('modifiers must have at least one step.', 'rest_too_few_items');
  if (modifiers.length > mostModifiers)
    return new Refusal(`modifiers may have at most ${mostModifiers} steps.`, 'rest_too_many_items');
  for (const modifier of modifiers) {
    const read = readModifier(modifier);
    if (read instanceof Refusal) return read;
  }
  return null;
}

const number = s.number();
const boolean = s.boolean();

/** The kinds of steps, in the order of the published schema, each with how its arguments are read. */
const kinds: readonly { readonly type: string; readonly read: (args: Reader) => PictureChange }[] = [
  {
    type: 'flip',
    read: (args) => {
      const flip = args.within('flip');
      return { type: 'flip', horizontal: flip.boolean('horizontal'), vertical: flip.boolean('vertical') };
    },
  },
  { type: 'rotate', read: (args) => ({ type: 'rotate', angle: args.number('angle') }) },
  {
    type: 'crop',
    read: (args) => ({
      type: 'crop',
      left: args.number('left'),
      top: args.number('top'),
      width: args.number('width'),
      height: args.number('height'),
    }),
  },
];

function readModifier(modifier: unknown): PictureChange | Refusal {
  if (!isRecord(modifier)) return Refusal.ofType('modifiers', 'a list of objects');
  for (const name of ['type', 'args'])
    if (modifier[name] === undefined)
      return new Refusal(`Each of modifiers needs the member ${name}.`, 'rest_property_required');
  const position = kinds.findIndex(({ type }) => type === modifier['type']);
  const noMatch = (why: string) =>
    new Refusal(`modifiers: ${why}`, 'rest_no_matching_schema', { position: Math.max(0, position) });
  const kind = kinds[position];
  if (!kind) return noMatch(`type must be one of: ${kinds.map(({ type }) => type).join(', ')}.`);
  const args = createReader(modifier['args']);
  const change = kind.read(args);
  const missing = args.missing();
  return missing === null ? change : noMatch(`${kind.type} needs the argument ${missing}.`);
}

/** Reads arguments of a step; the first that is missing or of another type is remembered. */
interface Reader {
  number(name: string): number;
  boolean(name: string): boolean;
  within(name: string): Reader;
  missing(): string | null;
}

function createReader(value: unknown): Reader {
  const members = isRecord(value) ? value : {};
  const inner: Reader[] = [];
  let missing: string | null = null;
  const lacks = (name: string) => {
    missing ??= name;
  };
  return {
    number: (name) => {
      const read = members[name] === undefined ? null : accept(number, members[name], name);
      if (typeof read === 'number') return read;
      lacks(name);
      return 0;
    },
    boolean: (name) => {
      const read = members[name] === undefined ? null : accept(boolean, members[name], name);
      if (typeof read === 'boolean') return read;
      lacks(name);
      return false;
    },
    within: (name) => {
      const reader = createReader(members[name]);
      inner.push(reader);
      return reader;
    },
    missing: () => missing ?? inner.map((reader) => reader.missing()).find((name) => name !== null) ?? null,
  };
}

/** The schema of one step, as discovery shows it. */
function modifierSchema() {
  const members = (properties: Readonly<Record<string, unknown>>) => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
  });
  const step = (title: string, type: string, args: Readonly<Record<string, unknown>>) => ({
    title,
    properties: { type: { type: 'string', enum: [type] }, args: members(args) },
  });
  const aNumber = { type: 'number' };
  const aBoolean = { type: 'boolean' };
  return {
    type: 'object',
    required: ['type', 'args'],
    oneOf: [
      step('Flip', 'flip', { flip: members({ horizontal: aBoolean, vertical: aBoolean }) }),
      step('Rotation', 'rotate', { angle: aNumber }),
      step('Crop', 'crop', { left: aNumber, top: aNumber, width: aNumber, height: aNumber }),
    ],
  };
}
