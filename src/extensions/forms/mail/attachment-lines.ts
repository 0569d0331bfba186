/**
 * The attachments of a mail: files of the form's own fields, and files of the site by their paths below the uploads
 * folder.
 */
export interface AttachmentLines {
  readonly fields: ReadonlySet<string>;
  readonly paths: readonly string[];
  /** Entries that are neither a field nor a path inside the content folder. */
  readonly strange: readonly string[];
}

/** The size that mail servers usually accept. */
export const maxAttachedBytes = 26_214_400;

/** Parses the attachments of a template: tags such as `[your-file]`, and one stored path per line. */
export function readAttachments(text: string): AttachmentLines {
  const fields = new Set<string>();
  const paths = new Set<string>();
  const strange: string[] = [];
  for (const line of text.split('\n')) {
    const rest = line.replace(/\[([^\]\s]+)\]/g, (_, name: string) => {
      fields.add(name);
      return ' ';
    });
    if (rest.trim() === '') continue;
    const path = uploadedPath(rest.trim());
    if (path === null) strange.push(rest.trim());
    else paths.add(path);
  }
  return { fields, paths: [...paths], strange };
}

/**
 * The path below the uploads folder that a line names, such as `uploads/2024/05/terms.pdf`; forms of existing sites
 * may include the path of the content folder. Null for anything outside of it.
 */
function uploadedPath(line: string): string | null {
  const inside = line.replace(/^.*\/wp-content\/|^wp-content\//, '').replace(/^\//, '');
  const path = /^uploads\/(.+)$/.exec(inside)?.[1];
  if (path === undefined || /[\\\p{Cc}]/u.test(path)) return null;
  return path.split('/').some((part) => part === '' || part === '.' || part === '..') ? null : path;
}
