import { CommandError } from '../../commands/command.ts';

/** The pairs of a flag such as `--map ann=editor,*=admin`. */
export function readMappings(flag: string, text = ''): (readonly [from: string, to: string])[] {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1 || at === pair.length - 1) throw new CommandError(`${flag} wants OLD=NEW pairs; "${pair}" is none.`);
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
}
