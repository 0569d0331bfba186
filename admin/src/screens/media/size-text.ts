import { useLanguage, useOwnWords } from '../../words/words.tsx';
import type { LibraryItem } from './library-api.ts';
import { mediaWords } from './words.ts';

/** Says how many pixels and bytes a file has, as far as that is known. */
export function useSizeText(): (item: Pick<LibraryItem, 'width' | 'height' | 'filesize'>) => string {
  const own = useOwnWords(mediaWords);
  const { code } = useLanguage();
  return ({ width, height, filesize }) => {
    const pixels = width !== null && height !== null ? own.dimensions(width, height) : '';
    const isLarge = filesize !== null && filesize >= 1_000_000;
    const bytes =
      filesize === null
        ? ''
        : new Intl.NumberFormat(code, {
            style: 'unit',
            unit: isLarge ? 'megabyte' : 'kilobyte',
            maximumFractionDigits: isLarge ? 1 : 0,
          }).format(isLarge ? filesize / 1_000_000 : Math.max(1, filesize / 1000));
    return [pixels, bytes].filter((part) => part !== '').join(' · ');
  };
}
