import { json } from '../../schema/json-schema.ts';
import { targetKinds } from './described-target.ts';

const redirect = json.object({ to: json.string, status: json.words(301, 302, 307, 308) });

/** What stands at an address, or where it has moved to. */
export const pathSchema = json.anyOf(
  json.object({
    kind: json.words(...targetKinds),
    type: json.string,
    id: json.orNull(json.integer),
    item: json.orNull(json.string),
    list: json.orNull(json.string),
    status: json.orNull(json.string),
    page: json.integer,
    link: json.string,
    redirect: json.orNull(redirect),
  }),
  json.object({ kind: json.words('moved'), link: json.string, redirect }),
);
