import type { PictureModel } from './basic-models.ts';
import { type Html, html, noHtml } from './html.ts';

/** The attributes that reserve the place of an image; 1 by 1 stands for a file whose size is not known. */
export const sizeAttributes = ({ width, height }: Pick<PictureModel, 'width' | 'height'>): Html =>
  width > 1 || height > 1 ? html` width="${width}" height="${height}"` : noHtml;
