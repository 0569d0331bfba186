import { siteTables } from '../../src/app/open-services.ts';
import { siteFromConfig } from '../../src/app/site-from-config.ts';
import { extensionsOf } from '../../src/app/variants.ts';
import type { Config } from '../../src/config/config.ts';
import type { Command } from '../../src/extension/command.ts';
import type { Store } from '../../src/storage/store.ts';

export interface CommandLine {
  readonly operands?: Readonly<Record<string, string | undefined>>;
  readonly flags?: Readonly<Record<string, string>>;
  /** What a person types when asked. */
  readonly typed?: string;
}

/** Runs a command of a table on an open store, as the terminal would; what it printed. */
export async function runOnStore(
  commands: readonly Command[],
  name: string,
  { operands = {}, flags = {}, typed }: CommandLine,
  { store, config, clock = Date.now }: { store: Store; config: Config; clock?: () => number },
): Promise<string> {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`There is no command ${name}.`);
  const lines: string[] = [];
  await command.run({
    operands,
    flags,
    config,
    origins: { file: null, options: {} },
    store: async () => store,
    site: siteFromConfig(config, clock),
    secret: async () => Buffer.alloc(32),
    print: (line) => void lines.push(line),
    ask: async () => typed,
    clock,
    declaredOptions: [],
    tables: siteTables(extensionsOf('a')),
  });
  return lines.join('\n');
}
