const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
/** The same for every caller, so that deeper JSON gets the same error from all. */
const levels = 512;
/** The budget of each sort of request. The limits of the site's configuration apply as well. */
export const bodyBudgets = {
  /** Anonymous callers, and every request that only reads. */
  visitor: { bytes: 256 * kilobyte, fields: 1000, members: 2000, values: 4000, levels, files: 20 },
  /** An account that comments and changes its own profile. */
  reader: { bytes: megabyte, fields: 1000, members: 2000, values: 4000, levels, files: 20 },
  /** An account that writes content: only the site's own limit applies to the bytes. */
  writer: { bytes: Number.POSITIVE_INFINITY, fields: 1000, members: 20000, values: 120000, levels, files: 20 },
  /** The fields sent with an uploaded file; read after the permission check. */
  upload: { bytes: megabyte, fields: 1000, members: 2000, values: 4000, levels, files: 20 },
};
/** The budget of one request: the one its route declares, else the one for its caller and method. */
export function bodyBudget({ body, budget }, method, caller) {
  if (budget) return { ...bodyBudgets.visitor, ...budget };
  if (method === 'GET' || method === 'HEAD' || caller.userId === 0) return bodyBudgets.visitor;
  if (body === 'files') return bodyBudgets.upload;
  return caller.can('edit_posts') || caller.can('edit_pages') ? bodyBudgets.writer : bodyBudgets.reader;
}
