import { type AnyPart, anyPart } from '../core/part.ts';
import { endpoints, platenEndpoints } from './endpoints.ts';
import { imports } from './imports.ts';
import { markup } from './markup.ts';
import { pages } from './pages.ts';
import { protocol } from './protocol.ts';
import { uploads } from './uploads.ts';

/** Every part, in the order in which they run. */
export const parts: readonly AnyPart[] = [
  anyPart(endpoints),
  anyPart(platenEndpoints),
  anyPart(pages),
  anyPart(markup),
  anyPart(protocol),
  anyPart(uploads),
  anyPart(imports),
];
