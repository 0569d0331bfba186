export interface MenuItem {
  readonly label: string;
  readonly url: string;
  readonly isCurrent: boolean;
  readonly children: readonly MenuItem[];
  /** Whether it opens in a window of its own. */
  readonly opensWindow: boolean;
  readonly classes: readonly string[];
  /** For the attribute of that name; empty for none. */
  readonly rel: string;
  /** Shown to those who point at it; empty for none. */
  readonly title: string;
}

/** An image with its copies in other sizes; width and height reserve its place. */
export interface PictureModel {
  readonly src: string;
  readonly srcset: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

export interface DateModel {
  /** For `<time datetime>`. */
  readonly iso: string;
  /** In the site's date format and language. */
  readonly text: string;
}

/** The picture of a person: a letter on a ground of its own, and the picture that may cover it. */
export interface AvatarModel {
  /** Empty where the letter is all there is. It may be on another host, and not load. */
  readonly src: string;
  readonly letter: string;
  /** The hue of the ground, in degrees. */
  readonly hue: number;
}

export interface LinkModel {
  readonly label: string;
  readonly url: string;
}

/** Which page this is; null where there is no page before or after it. */
export interface PagingModel {
  readonly page: number;
  readonly pages: number;
  readonly newer: string | null;
  readonly older: string | null;
  /** The address of each page that is offered, with gaps as null. */
  readonly links: readonly ({ readonly page: number; readonly url: string } | null)[];
}
