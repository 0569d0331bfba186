import { lazyRouteComponent } from '@tanstack/react-router';
import { basePath } from './start.ts';

/** A screen could not be loaded because the server cannot be reached. */
export class NoConnection extends Error {}

/**
 * A screen that is loaded when it is wanted. Where its file is gone, since the program was changed, the router loads the
 * whole page anew; where the server cannot be reached that would end in a page of the browser, so that this one stays.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (error) {
      throw (await isReachable()) ? error : new NoConnection();
    }
  }, name);

function isReachable(): Promise<boolean> {
  return fetch(`${basePath}/`, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
