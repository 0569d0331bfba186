/** Whether only pictures fit: then they are shown and spoken of as such. */
export const isOnlyPictures = (types: readonly string[]): boolean =>
  types.length > 0 && types.every((type) => type.startsWith('image/'));

/** What lists of files are narrowed by: one kind, or one type, where there is only one. */
export function mediaFilter(types: readonly string[]): Readonly<Record<string, string>> {
  const kinds = [...new Set(types.map((type) => type.split('/')[0] ?? ''))];
  const [kind = ''] = kinds;
  const [type = ''] = types;
  if (kinds.length !== 1 || kind === '') return {};
  return types.length === 1 && !type.endsWith('/*') ? { mime_type: type } : { media_type: kind };
}
