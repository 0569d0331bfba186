import type { RouteModule } from '../../api/routing/registry.ts';
import type { Identity } from '../../auth/identity.ts';
import { applicationPasswordRoutes } from '../../wp/users/application-passwords/application-passwords.ts';
import { sessionRoutes } from './session-routes.ts';
import { twoFactorRoutes } from './two-factor-routes.ts';

/** What an account logs in with: application passwords, browser sessions, the second factor. */
export function accountRoutes(identity: Identity): RouteModule {
  return {
    routes: [
      ...applicationPasswordRoutes(identity, '/platen/v1/users'),
      ...sessionRoutes(identity),
      ...twoFactorRoutes(identity),
    ],
  };
}
