/** Where a value stands among the values of a form: names of fields and numbers of rows. */
export type Path = readonly (string | number)[];

/** As the server writes it: `variants[3].price`. */
export function pathText(path: Path): string {
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');
}

/** Whether a written path is this one or leads below it. */
export function isWithin(text: string, path: Path): boolean {
  const own = pathText(path);
  return text === own || text.startsWith(`${own}.`) || text.startsWith(`${own}[`);
}

/** Reads a written path. */
export function readPath(text: string): Path {
  return [...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, row, name = '']) =>
    row === undefined ? name : Number(row),
  );
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object, none for anything else. */
export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

/** The rows of a list, none for anything else. */
export const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function valueAt(values: unknown, path: Path): unknown {
  let found = values;
  for (const step of path) found = typeof step === 'number' ? rowsOf(found)[step] : membersOf(found)[step];
  return found;
}

/** Values with another one at a path. Everything beside the path stays the very same. */
export function withValueAt(
  values: unknown,
  path: Path,
  value: unknown,
  made: (was: object, is: object) => void,
): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const is =
    typeof step === 'number'
      ? rowsOf(values).map((row, at) => (at === step ? withValueAt(row, rest, value, made) : row))
      : { ...membersOf(values), [step]: withValueAt(membersOf(values)[step], rest, value, made) };
  if (typeof values === 'object' && values !== null) made(values, is);
  return is;
}
