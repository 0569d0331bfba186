/** The switches among the further settings of a form, which are lines of text. */
export const formSwitches = [
  'do_not_store',
  'store_files',
  'skip_mail',
  'demo_mode',
  'subscribers_only',
  'acceptance_as_validation',
] as const;
export type FormSwitch = (typeof formSwitches)[number];

const lineOf = (name: string) => new RegExp(`^[ \\t]*${name}[ \\t]*:(.*)$`, 'm');

export function isOn(text: string, name: FormSwitch): boolean {
  const value = lineOf(name).exec(text)?.[1]?.trim().toLowerCase() ?? '';
  return ['on', 'true', '1'].includes(value);
}

/** The text with the switch turned; lines that others wrote stay. */
export function withSwitch(text: string, name: FormSwitch, isWanted: boolean): string {
  const others = text.split('\n').filter((line) => !lineOf(name).test(line));
  return [...others, ...(isWanted ? [`${name}: on`] : [])].filter((line) => line.trim() !== '').join('\n');
}
