const make = (row, expects, parse, textOf = text) => ({ fallback: '', ...row, expects, parse, textOf });
const text = (value) => (typeof value === 'string' ? value : undefined);
const number = (value) => (typeof value === 'number' ? String(value) : text(value));
const flag = (value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : text(value));
const textOrNull = (value) => (value === null ? '' : text(value));
const list = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(',') : text(value);
/** Factories of options, one per kind of value. */
export const o = {
  text: (row) => make(row, 'text', (text) => text),
  integer: (row, range) =>
    make(
      row,
      `a whole number from ${range.from} to ${range.to}`,
      (text) => {
        const value = Number(text);
        return /^\d+$/.test(text) && value >= range.from && value <= range.to ? value : undefined;
      },
      number,
    ),
  toggle: (row) =>
    make(
      row,
      'on or off',
      (text) => ({ on: true, true: true, 1: true, off: false, false: false, 0: false })[text.toLowerCase()],
      flag,
    ),
  choice: (row, choices) =>
    make(row, `one of ${choices.join(', ')}`, (text) => choices.find((choice) => choice === text.toLowerCase())),
  /** A URL with one of these schemes, or nothing. */
  address: (row, schemes) =>
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
  pattern: (row, expects, pattern) => make(row, expects, (text) => (pattern.test(text) ? text : undefined)),
  list: (row, expects, each) =>
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
