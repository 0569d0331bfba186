/** What a name for programs may be, by what it names. */
export interface NameRule {
  /** What a name begins with that would otherwise begin with a digit, or that has no letter at all. */
  readonly word: string;
  readonly longest: number;
}

export const nameRules = {
  field: { word: 'field', longest: 64 },
  layout: { word: 'layout', longest: 64 },
  tab: { word: 'tab', longest: 64 },
  type: { word: 'type', longest: 20 },
  taxonomy: { word: 'taxonomy', longest: 32 },
} as const satisfies Readonly<Record<string, NameRule>>;

/** A name for programs, made from words for people: `Unit price` is `unit_price`. Other names are not given again. */
export function nameFrom(label: string, rule: NameRule, taken: readonly string[] = []): string {
  const plain = label
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const name = (/^[a-z]/.test(plain) ? plain : [rule.word, plain].filter(Boolean).join('_')).slice(0, rule.longest);
  return untaken(name.replace(/_+$/, ''), rule, taken);
}

function untaken(name: string, rule: NameRule, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) {
    const end = `_${number}`;
    const other = `${name.slice(0, rule.longest - end.length)}${end}`;
    if (!taken.includes(other)) return other;
  }
}

interface Named {
  readonly name?: unknown;
  readonly label?: unknown;
}

/** The names of rows: as typed, or made from the label where none was typed. */
export function namesOf(rows: readonly Named[], rule: NameRule): readonly string[] {
  const typed = rows.map(({ name }) => (typeof name === 'string' ? name.trim() : ''));
  const taken = typed.filter((name) => name !== '');
  return rows.map(({ label }, at) => {
    if (typed[at]) return typed[at];
    const made = nameFrom(typeof label === 'string' ? label : '', rule, taken);
    taken.push(made);
    return made;
  });
}
