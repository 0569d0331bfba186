import type { OptionTable } from './option.ts';
import { flagOf } from './read-settings.ts';

/** A table of options as Markdown: their three names, defaults, allowed values and meanings. */
export function optionReference(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, option]) => {
    const cells = [
      `\`${name}\``,
      `\`${option.env}\``,
      `\`--${flagOf(option)}\``,
      option.fallback === '' ? '' : `\`${option.fallback}\``,
      option.secret ? `${option.expects} (secret)` : option.expects,
      option.help,
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return [
    '| Name in the file | Environment | Flag | Default | Allowed | Meaning |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
