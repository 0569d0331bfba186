import type { Config } from './config/config.ts';
import type { Extension } from './extension/definition.ts';
import type { ContentDeclarations } from './rules/content/read-declarations.ts';

/** What `platen.config.ts` exports: every option under its name in code, and declarations of content. */
export interface PlatenConfig
  extends Partial<Omit<Config, 'content' | 'configFile' | 'extensionOptions' | 'extensions'>>,
    ContentDeclarations {
  /** Extensions: values made with `defineExtension`, names of packages, or paths from the working directory. */
  readonly extensions?: readonly (Extension | string)[];
  /** Options of extensions, by the names of their environment variables. */
  readonly extensionOptions?: Readonly<Record<string, unknown>>;
}

/** Gives a configuration file its types; returns what it is given. */
export function defineConfig(config: PlatenConfig): PlatenConfig {
  return config;
}
