import type { Config } from './config/config.ts';
import type { ContentDeclarations } from './rules/content/read-declarations.ts';

/** What `platen.config.ts` exports: every option under its name in code, and declarations of content. */
export interface PlatenConfig
  extends Partial<Omit<Config, 'content' | 'configFile' | 'extensionOptions'>>,
    ContentDeclarations {}

/** Gives a configuration file its types; returns what it is given. */
export function defineConfig(config: PlatenConfig): PlatenConfig {
  return config;
}
