import { readFacts, tagAttribute, withFacts, withStyles } from './edit-source.ts';
import { type BlockField, label } from './fields.ts';

const length = /^\d+(?:\.\d+)?(?:px|em|rem|vh|vw|%)?$/;
const withUnit = (value: string, unit: string): string => (/\d$/.test(value) ? `${value}${unit}` : value);

/** The address that a click on a picture leads to: a link around it. */
export const pictureLink: BlockField = {
  label: label('Link', 'Link'),
  control: 'address',
  read: (source) => (/<a\b[^>]*>\s*<img\b/i.test(source) ? (tagAttribute(source, 'a', 'href') ?? '') : ''),
  write: (source, value) => {
    const href = String(value).trim().replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const linked = /<a\b[^>]*>\s*(<img\b[^>]*>)\s*<\/a>/i;
    if (href === '') return withFacts(source, { linkDestination: undefined }).replace(linked, '$1');
    const changed = linked.test(source)
      ? source.replace(/(<a\b[^>]*?\shref=")[^"]*(")/i, (_, before, after) => `${before}${href}${after}`)
      : source.replace(/<img\b[^>]*>/i, (img) => `<a href="${href}">${img}</a>`);
    return readFacts(changed)['linkDestination'] === 'custom'
      ? changed
      : withFacts(changed, { linkDestination: 'custom' });
  },
};

/** How wide a column is. */
export const columnWidth: BlockField = {
  label: label('Width, such as 33%', 'Breite, etwa 33%'),
  control: 'text',
  read: (source) => String(readFacts(source)['width'] ?? ''),
  write: (source, value) => {
    const typed = String(value).trim();
    if (typed !== '' && !length.test(typed)) return source;
    const width = typed === '' ? undefined : withUnit(typed, '%');
    return withStyles(withFacts(source, { width }), 'div', { 'flex-basis': width ?? null });
  },
};

/** The height of a space. */
export const spacerHeight: BlockField = {
  label: label('Height in pixels', 'Höhe in Pixeln'),
  control: 'text',
  read: (source) => String(readFacts(source)['height'] ?? '100px'),
  write: (source, value) => {
    const typed = withUnit(String(value).trim(), 'px');
    if (!length.test(typed)) return source;
    return withStyles(withFacts(source, { height: typed === '100px' ? undefined : typed }), 'div', { height: typed });
  },
};

/** The least height of a cover. */
export const heightOf = (root: string): BlockField => ({
  label: label('Least height in pixels', 'Mindesthöhe in Pixeln'),
  control: 'text',
  read: (source) => String(readFacts(source)['minHeight'] ?? ''),
  write: (source, value) => {
    const typed = String(value).trim();
    if (typed === '')
      return withStyles(withFacts(source, { minHeight: undefined, minHeightUnit: undefined }), root, {
        'min-height': null,
      });
    if (!/^\d+$/.test(typed)) return source;
    const unit = readFacts(source)['minHeightUnit'] ?? 'px';
    return withStyles(withFacts(source, { minHeight: Number(typed) }), root, { 'min-height': `${typed}${unit}` });
  },
});
