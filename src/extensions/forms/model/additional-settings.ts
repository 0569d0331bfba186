/** The `name: value` lines of a form, as an owner wrote them. */
export interface AdditionalSettings {
  /** The first value of a name; undefined when no line has it. */
  text(name: string): string | undefined;
  /** True for `on`, `true` and `1`. */
  isOn(name: string): boolean;
  /** Every setting in order, `on` and `off` as booleans. */
  readonly entries: readonly (readonly [name: string, value: string | boolean])[];
}

/** Parses the settings; invalid lines are ignored. */
export function parseSettings(text: string): AdditionalSettings {
  const pairs = text.split(/\r\n|[\r\n]/).flatMap((line): [string, string][] => {
    const parts = /^\s*([A-Za-z0-9_]+)\s*:(.*)$/.exec(line);
    return parts ? [[parts[1]!, parts[2]!.trim()]] : [];
  });
  const first = new Map(pairs.toReversed());
  return {
    text: (name) => first.get(name),
    isOn: (name) => ['on', 'true', '1'].includes(first.get(name)?.toLowerCase() ?? ''),
    entries: pairs.map(([name, value]) => [name, shown.get(value.toLowerCase()) ?? value]),
  };
}

const shown: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['off', false],
  ['false', false],
]);
