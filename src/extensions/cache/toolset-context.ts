import type { ExtensionHost, Limiter } from '../../extension.ts';
import type { ServiceSecrets } from './service/service-secrets.ts';

/** What the toolset uses of its host. */
export type ToolsetHost = Pick<
  ExtensionHost,
  | 'store'
  | 'files'
  | 'pictures'
  | 'fetch'
  | 'folder'
  | 'cache'
  | 'clock'
  | 'log'
  | 'site'
  | 'types'
  | 'secret'
  | 'limiter'
  | 'throttle'
>;

/** What the routes of the toolset depend on. */
export interface ToolsetContext {
  readonly host: ToolsetHost;
  readonly secrets: ServiceSecrets;
  /** Limits wrong proofs, per address and route. */
  readonly proofs: Limiter;
  /** Limits calls of open routes, per address and route. */
  readonly calls: Limiter;
  /** Limits calls of the address check. */
  readonly checks: Limiter;
  /**
   * Limits wrong keys in picture notices, per address; a rule of the interface, which `throttle` does not switch off.
   */
  readonly imageProofs: Limiter;
}

/** Version of the toolset, which is not the version of the server. */
export const toolsetVersion = '1.0';
