import type { Picture as PictureFacts } from 'platen/content';

interface PictureProps {
  readonly picture: PictureFacts;
  /** How wide it is shown, for the attribute of that name. */
  readonly sizes: string;
  /** Whether it is among the first things that a visitor sees. */
  readonly isFirst?: boolean;
}

/** A picture in the size that the screen needs; its place is reserved before it is there. */
export function Picture({ picture, sizes, isFirst = false }: PictureProps) {
  const { src, srcset, width, height, alt } = picture;
  return (
    // biome-ignore lint/performance/noImgElement: Platen has made the sizes already
    <img
      src={src}
      {...(srcset === '' ? {} : { srcSet: srcset, sizes })}
      width={width}
      height={height}
      alt={alt}
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
    />
  );
}
