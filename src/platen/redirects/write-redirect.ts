import type { Call } from '../../api/call.ts';
import { type ApiError, errors } from '../../errors.ts';
import { type Redirect, readSource, readTarget, redirectStatuses } from '../../redirects/redirect-rules.ts';
import { isCircular, redirectsTable } from '../../redirects/redirects.ts';
import type { Store } from '../../storage/store.ts';

/** A redirect as people write it. */
export interface WrittenRedirect {
  readonly source?: string | undefined;
  readonly target?: string | undefined;
  readonly status?: number | undefined;
}

/** The redirect that was meant; throws an error that names what is wrong. */
export function readRedirect({ source = '', target = '', status = 301 }: WrittenRedirect): Redirect {
  const known = redirectStatuses.find((one) => one === status);
  if (known === undefined) throw refused('status', `The status is one of ${redirectStatuses.join(', ')}.`);
  const from = readSource(source);
  if (!from) throw refused('source', 'Write a path of this site, such as /old-page or /old/*.');
  if (known === 410) return { ...from, target: '', status: known };
  const to = readTarget(target);
  if (!to) throw refused('target', 'Write a path that begins with a slash, or a whole http or https address.');
  if (to.endsWith('/*') && !from.isPrefix) throw refused('target', 'Only a path with /* can pass something on.');
  return { ...from, target: to, status: known };
}

/** Stores a redirect and returns its id; one at a time, so that two writers cannot make a circle together. */
export function writeRedirect(
  store: Store,
  redirect: Redirect,
  id: number | null,
  { site, now }: Pick<Call, 'site' | 'now'>,
): Promise<number> {
  return store.transaction(async (inside) => {
    await inside.lock('redirects');
    const rows = inside.table(redirectsTable);
    const [same] = await rows.find({ source: redirect.source });
    if (same && same.id !== id) throw refused('source', 'There is a redirect for this path already.');
    if (await isCircular(inside, redirect, site.url)) throw refused('target', 'This would lead round in a circle.');
    const columns = { ...redirect, isPrefix: Number(redirect.isPrefix) };
    if (id === null) return rows.insert({ ...columns, createdMs: now });
    await rows.update({ id }, columns);
    return id;
  });
}

function refused(member: string, reason: string): ApiError {
  const params = { [member]: reason };
  return errors.rest_invalid_param({ params }, { details: { params } });
}
