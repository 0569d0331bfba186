/**
 * One setting of the program: its name, its allowed values and its meaning. Help, docs and `platen config` are built
 * from it.
 */
export interface Option<Value> {
  readonly env: string;
  readonly help: string;
  /** The default, as a user would write it. */
  readonly fallback: string;
  /** The allowed values, for the error message. */
  readonly expects: string;
  /** Never shown. */
  readonly secret?: boolean;
  /** The parsed value, or undefined for an invalid text. */
  readonly parse: (text: string) => Value | undefined;
  /** A value of a configuration file as the text a user would write, or undefined for one of another type. */
  readonly textOf: (value: unknown) => string | undefined;
}

/** Options by their names in code. The core has one table, and each extension may have one. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

/** The values of a table's options. */
export type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Option<infer Value> ? Value : never;
};

type Row = { env: string; help: string; fallback?: string; secret?: boolean };

const make = <Value>(
  row: Row,
  expects: string,
  parse: (text: string) => Value | undefined,
  textOf: Option<Value>['textOf'] = text,
): Option<Value> => ({ fallback: '', ...row, expects, parse, textOf });

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const number = (value: unknown): string | undefined => (typeof value === 'number' ? String(value) : text(value));
const flag = (value: unknown): string | undefined =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : text(value);
const textOrNull = (value: unknown): string | undefined => (value === null ? '' : text(value));
const list = (value: unknown): string | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(',') : text(value);

const labels = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, label]) => `${name}=${label}`)
        .join(',')
    : text(value);

/** JSON, so that values may contain anything. */
const byName = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : text(value);

/** Factories of options, one per kind of value. */
export const o = {
  text: (row: Row): Option<string> => make(row, 'text', (text) => text),
  integer: (row: Row, range: { from: number; to: number }): Option<number> =>
    make(
      row,
      `a whole number from ${range.from} to ${range.to}`,
      (text) => {
        const value = Number(text);
        return /^\d+$/.test(text) && value >= range.from && value <= range.to ? value : undefined;
      },
      number,
    ),
  toggle: (row: Row): Option<boolean> =>
    make(
      row,
      'on or off',
      (text) => ({ on: true, true: true, '1': true, off: false, false: false, '0': false })[text.toLowerCase()],
      flag,
    ),
  /** One of these words; a choice may have other names. */
  choice: <const Choice extends string>(
    row: Row,
    choices: readonly Choice[],
    aliases: Readonly<Record<string, NoInfer<Choice>>> = {},
  ): Option<Choice> =>
    make(row, `one of ${[...choices, ...Object.keys(aliases)].join(', ')}`, (text) => {
      const word = text.toLowerCase();
      return choices.find((choice) => choice === word) ?? (Object.hasOwn(aliases, word) ? aliases[word] : undefined);
    }),
  /** A URL with one of these schemes, or nothing. */
  address: (row: Row, schemes: readonly string[]): Option<string | null> =>
    make(
      row,
      `an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
      (text) => {
        if (text === '') return null;
        if (!URL.canParse(text)) return undefined;
        return schemes.includes(new URL(text).protocol.slice(0, -1)) ? text.replace(/\/+$/, '') : undefined;
      },
      textOrNull,
    ),
  pattern: (row: Row, expects: string, pattern: RegExp): Option<string> =>
    make(row, expects, (text) => (pattern.test(text) ? text : undefined)),
  /** Names with a description each: `name=description`, separated by commas. */
  labels: (
    row: Row,
    expects: string,
    each: (label: string) => boolean = () => true,
  ): Option<Readonly<Record<string, string>>> =>
    make(
      row,
      expects,
      (text) => {
        const pairs = text.split(',').map((item) => item.trim().split('='));
        if (text.trim() === '') return {};
        const isPair = ([name = '', label, ...more]: readonly string[]) =>
          label !== undefined && more.length === 0 && /^[\w-]+$/.test(name) && each(label);
        if (!pairs.every(isPair)) return undefined;
        return Object.fromEntries(pairs.map(([name = '', label = '']) => [name.trim(), label.trim()]));
      },
      labels,
    ),
  /** Whole numbers by name: `name=number`, separated by commas; an object in a configuration file. */
  amounts: (row: Row, range: { from: number; to: number }): Option<Readonly<Record<string, number>>> =>
    make(
      row,
      `names with whole numbers from ${range.from} to ${range.to}: name=number, parted by commas`,
      (text) => {
        const pairs = text.split(',').map((item) => /^\s*([\w-]+)=(\d{1,15})\s*$/.exec(item));
        if (text.trim() === '') return {};
        const found: Record<string, number> = {};
        for (const pair of pairs) {
          const value = Number(pair?.[2]);
          if (!pair?.[1] || !(value >= range.from && value <= range.to)) return undefined;
          found[pair[1]] = value;
        }
        return found;
      },
      labels,
    ),
  /** A text, or one for each name: an object in a configuration file, JSON elsewhere. */
  byName: (
    row: Row,
    expects: string,
    each: (item: string) => boolean,
  ): Option<string | Readonly<Record<string, string>>> =>
    make(
      row,
      expects,
      (text) => {
        if (!text.startsWith('{')) return text === '' || each(text) ? text : undefined;
        const named = parsedObject(text);
        if (!named) return undefined;
        const texts = Object.entries(named).flatMap(([name, item]): [string, string][] =>
          typeof item === 'string' && (item === '' || each(item)) ? [[name, item]] : [],
        );
        return texts.length === Object.keys(named).length ? Object.fromEntries(texts) : undefined;
      },
      byName,
    ),
  /** An object: as it is in a configuration file, JSON elsewhere. `problem` says what is wrong with one. */
  object: <Value extends object>(
    row: Row,
    expects: string,
    problem: (value: unknown) => string | null,
  ): Option<Value> =>
    make(
      row,
      expects,
      (text) => {
        const value = text === '' ? {} : parsedObject(text);
        // What has no problem has the form of the option.
        return value && problem(value) === null ? (value as Value) : undefined;
      },
      byName,
    ),
  list: (row: Row, expects: string, each: (item: string) => boolean): Option<readonly string[]> =>
    make(
      row,
      expects,
      (text) => {
        const items = text.split(',').map((item) => item.trim());
        if (text.trim() === '') return [];
        return items.every(each) ? items : undefined;
      },
      list,
    ),
};

function parsedObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
