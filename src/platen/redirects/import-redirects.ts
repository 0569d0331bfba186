import type { Call } from '../../api/call.ts';
import { ApiError } from '../../errors.ts';
import { redirectsTable } from '../../redirects/redirects.ts';
import { readRedirect, writeRedirect } from './write-redirect.ts';

export const mostCsvCharacters = 1_000_000;
const mostLines = 5_000;
const mostRefused = 100;

/** Takes in lines of `path,target,status`; each line is stored or refused by itself. */
export async function importRedirects(csv: string, call: Call) {
  let made = 0;
  let changed = 0;
  const refused: { line: number; reason: string }[] = [];
  const lines = csv.replace(/^\ufeff/, '').split(/\r\n|[\r\n]/);
  for (const [index, text] of lines.slice(0, mostLines).entries()) {
    const [source = '', target = '', status = ''] = cells(text);
    // Blank lines, and the names of columns that most files begin with.
    if (source === '' || (index === 0 && !source.startsWith('/'))) continue;
    try {
      const redirect = readRedirect({ source, target, status: status === '' ? 301 : Number(status) });
      const [known] = await call.store.table(redirectsTable).find({ source: redirect.source });
      await writeRedirect(call.store, redirect, known?.id ?? null, call);
      if (known) changed += 1;
      else made += 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (refused.length < mostRefused) refused.push({ line: index + 1, reason: reasonIn(error) });
    }
  }
  if (lines.length > mostLines) refused.push({ line: mostLines + 1, reason: `Only ${mostLines} lines are taken.` });
  return { made, changed, refused };
}

/** The cells of a line; quoted ones may hold commas. */
function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|[,;\t])(?:"((?:[^"]|"")*)"|([^,;\t"]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );
}

function reasonIn(error: ApiError): string {
  const { params } = error.details;
  const [reason] = typeof params === 'object' && params !== null ? Object.values(params) : [];
  return typeof reason === 'string' ? reason : error.message;
}
