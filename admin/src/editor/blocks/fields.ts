import {
  type Facts,
  readFacts,
  tagAttribute,
  withClasses,
  withFacts,
  withStyles,
  withTagAttribute,
} from './edit-source.ts';

/** A word in each language of the admin page. */
export interface Label {
  readonly en: string;
  readonly de: string;
}
export const label = (en: string, de: string): Label => ({ en, de });

export type FieldValue = string | number | boolean;

/** A setting of a block: how it is read out of the source of the block, and how it is written there. */
export interface BlockField {
  readonly label: Label;
  readonly control: 'text' | 'longText' | 'code' | 'address' | 'number' | 'switch' | 'choice';
  readonly choices?: readonly (readonly [value: string, label: Label])[];
  readonly read: (source: string) => FieldValue;
  readonly write: (source: string, value: FieldValue) => string;
}

const stringOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A text in the comment of the block. */
export const fact = (name: string, shown: Label, control: 'text' | 'longText' | 'address' = 'text'): BlockField => ({
  label: shown,
  control,
  read: (source) => stringOf(readFacts(source)[name]),
  write: (source, value) => withFacts(source, { [name]: value === '' ? undefined : value }),
});

/** A number in the comment of the block. */
export const numberFact = (name: string, shown: Label, usual: number): BlockField => ({
  label: shown,
  control: 'number',
  read: (source) => Number(readFacts(source)[name] ?? usual),
  write: (source, value) => withFacts(source, { [name]: Number(value) === usual ? undefined : Number(value) }),
});

/** A switch in the comment of the block. */
export const switchFact = (name: string, shown: Label, usual = false): BlockField => ({
  label: shown,
  control: 'switch',
  read: (source) => Boolean(readFacts(source)[name] ?? usual),
  write: (source, value) => withFacts(source, { [name]: value === usual ? undefined : value }),
});

/** One of several values in the comment of the block; the first is the usual one, which is not written. */
export const choiceFact = (name: string, shown: Label, choices: NonNullable<BlockField['choices']>): BlockField => ({
  label: shown,
  control: 'choice',
  choices,
  read: (source) => stringOf(readFacts(source)[name] ?? choices[0]?.[0]),
  write: (source, value) => withFacts(source, { [name]: value === choices[0]?.[0] ? undefined : value }),
});

/** An attribute of an element. An empty one is taken away, but for those that are always there. */
export const attribute = (
  tags: string,
  name: string,
  shown: Label,
  { control = 'text', isAlways = false }: { control?: 'text' | 'address'; isAlways?: boolean } = {},
): BlockField => ({
  label: shown,
  control,
  read: (source) => tagAttribute(source, tags, name) ?? '',
  write: (source, value) => withTagAttribute(source, tags, name, value === '' && !isAlways ? null : String(value)),
});

/** An attribute without a value, such as that which repeats a film. */
export const flag = (tags: string, name: string, shown: Label): BlockField => {
  const pattern = new RegExp(`(<(?:${tags})\\b[^>]*?)\\s${name}(?:="[^"]*")?(?=[\\s/>])`, 'i');
  return {
    label: shown,
    control: 'switch',
    read: (source) => pattern.test(source),
    write: (source, value) => {
      const without = source.replace(pattern, '$1');
      return value ? without.replace(new RegExp(`<(${tags})(?=[\\s>])`, 'i'), `<$1 ${name}`) : without;
    },
  };
};

/** Where the block stands on the page. */
export const align = (
  root: string,
  ...values: readonly ('left' | 'center' | 'right' | 'wide' | 'full')[]
): BlockField => ({
  label: label('Position', 'Ausrichtung'),
  control: 'choice',
  choices: [['', label('As usual', 'Wie üblich')], ...values.map((value) => [value, alignLabels[value]] as const)],
  read: (source) => stringOf(readFacts(source)['align']),
  write: (source, value) =>
    withClasses(
      withFacts(source, { align: value === '' ? undefined : value }),
      root,
      /^align(?:left|center|right|wide|full|none)$/,
      value === '' ? [] : [`align${value}`],
    ),
});

const alignLabels = {
  left: label('Left', 'Links'),
  center: label('Centred', 'Zentriert'),
  right: label('Right', 'Rechts'),
  wide: label('Wide', 'Breit'),
  full: label('Full width', 'Volle Breite'),
};

/** How the text runs, as headings and quotations store it. */
export const textAlign = (root: string, name = 'textAlign'): BlockField => ({
  label: label('Text', 'Textausrichtung'),
  control: 'choice',
  choices: [
    ['', label('As usual', 'Wie üblich')],
    ['left', alignLabels.left],
    ['center', alignLabels.center],
    ['right', alignLabels.right],
  ],
  read: (source) => stringOf(readFacts(source)[name]),
  write: (source, value) =>
    withClasses(
      withFacts(source, { [name]: value === '' ? undefined : value }),
      root,
      /^has-text-align-/,
      value === '' ? [] : [`has-text-align-${value}`],
    ),
});

/** The names of the sizes that every theme has. */
export const fontSize = (root: string): BlockField => ({
  label: label('Size of the text', 'Schriftgröße'),
  control: 'choice',
  choices: [
    ['', label('As usual', 'Wie üblich')],
    ['small', label('Small', 'Klein')],
    ['medium', label('Medium', 'Mittel')],
    ['large', label('Large', 'Groß')],
    ['x-large', label('Very large', 'Sehr groß')],
  ],
  read: (source) => stringOf(readFacts(source)['fontSize']),
  write: (source, value) =>
    withClasses(
      withFacts(source, { fontSize: value === '' ? undefined : value }),
      root,
      /^has-.*-font-size$/,
      value === '' ? [] : [`has-${value}-font-size`],
    ),
});

const styleOf = (facts: Facts, group: string): Record<string, unknown> => {
  const style = facts['style'];
  const found: unknown = typeof style === 'object' && style !== null ? Reflect.get(style, group) : undefined;
  return typeof found === 'object' && found !== null ? { ...found } : {};
};

/** A colour that is chosen freely, as a block stores it: in its comment, its classes and its style. */
export const colour = (root: string, part: 'text' | 'background'): BlockField => ({
  label: part === 'text' ? label('Colour of the text', 'Textfarbe') : label('Colour of the ground', 'Hintergrundfarbe'),
  control: 'text',
  read: (source) => stringOf(styleOf(readFacts(source), 'color')[part]),
  write: (source, value) => {
    const isSet = /^#[0-9a-f]{3,8}$/i.test(String(value));
    const facts = readFacts(source);
    const { [part]: _, ...others } = styleOf(facts, 'color');
    const color = isSet ? { ...others, [part]: value } : others;
    const { color: _old, ...style } = (facts['style'] ?? {}) as Facts;
    const next = Object.keys(color).length > 0 ? { ...style, color } : style;
    const changed = withFacts(source, {
      style: Object.keys(next).length > 0 ? next : undefined,
      [part === 'text' ? 'textColor' : 'backgroundColor']: undefined,
    });
    const classed =
      part === 'text'
        ? withClasses(
            changed,
            root,
            /^has-(?!.*background)(?!.*font-size)(?!text-align)(?!link).*-color$/,
            isSet ? ['has-text-color'] : [],
          )
        : withClasses(changed, root, /^has-.*background(?:-color)?$/, isSet ? ['has-background'] : []);
    return withStyles(classed, root, {
      [part === 'text' ? 'color' : 'background-color']: isSet ? String(value) : null,
    });
  },
});

/** The name that links lead to, and classes that the theme knows. */
export const anchor = (root: string): BlockField => attribute(root, 'id', label('Name for links to it', 'Sprungmarke'));
export const className = (root: string): BlockField => ({
  label: label('Additional CSS classes', 'Zusätzliche CSS-Klassen'),
  control: 'text',
  read: (source) => stringOf(readFacts(source)['className']),
  write: (source, value) => {
    const had = stringOf(readFacts(source)['className']).split(/\s+/);
    const wanted = String(value)
      .split(/\s+/)
      .filter((one) => /^[\w-]+$/.test(one));
    const dropped = had.filter((one) => one !== '' && !wanted.includes(one));
    const drop = new RegExp(`^(?:${dropped.map((one) => one.replace(/[^\w-]/g, '')).join('|')})$`);
    const changed = withFacts(source, { className: String(value).trim() === '' ? undefined : String(value) });
    return withClasses(changed, root, dropped.length > 0 ? drop : /^$/, wanted);
  },
});

/** The code of a block that is nothing but code: all between its comments. */
export const innerCode = (shown: Label): BlockField => ({
  label: shown,
  control: 'code',
  read: (source) => insideOf(source)?.[1] ?? source,
  write: (source, value) => {
    const [before, , after] = insideOf(source) ?? ['', '', ''];
    return `${before}${value}${after}`;
  },
});

function insideOf(source: string): readonly [before: string, inner: string, after: string] | null {
  const found = /^(<!--\s+wp:[\s\S]*?-->\n?)([\s\S]*?)(\n?<!--\s+\/wp:[\w/-]+\s+-->)$/.exec(source);
  return found && [found[1] ?? '', found[2] ?? '', found[3] ?? ''];
}
