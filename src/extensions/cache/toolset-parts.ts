import type { ExtensionHost } from '../../extension.ts';
import type { ServiceSecrets } from './service/service-secrets.ts';
import type { Throttle } from './service/throttle.ts';

/** What the routes and the work behind them lean on. */
export interface ToolsetParts {
  readonly host: ExtensionHost;
  readonly secrets: ServiceSecrets;
  /** Wrong proofs, per address and route. */
  readonly proofs: Throttle;
  /** Calls of open routes, per address and route. */
  readonly calls: Throttle;
  /** Calls of the address check. */
  readonly checks: Throttle;
  /** Wrong keys of picture notices: a rule of the interface, not a limit one could switch off. */
  readonly imageProofs: Throttle;
}

/** Version of the toolset, which is not that of the server. */
export const toolsetVersion = '1.0';
