/** A screen of the admin page that an extension adds. */
export interface AdminScreen {
  /** A word of letters in lower case, digits and dashes; the screen is at `/admin/extensions/NAME/PATH`. */
  readonly path: string;
  /** Its heading, and its name in the navigation. */
  readonly title: string;
  /** What an account needs to see it, such as `manage_options`. */
  readonly capability: string;
  /** The file of an ES module that exports `mount`: a `file:` URL, or a path from the working directory. */
  readonly script: string | URL;
}

/** A section that an extension adds to the settings beside an editor. */
export interface EditorPanel {
  /** A word of letters in lower case, digits and dashes. */
  readonly name: string;
  readonly title: string;
  readonly capability: string;
  /** As that of a screen. */
  readonly script: string | URL;
  /** The types of content it is for; all if left out. */
  readonly postTypes?: readonly string[];
}

/** What the module of a screen is given besides its element. */
export interface AdminScreenApi {
  /**
   * Asks the interface as whoever is logged in: `fetch('/shop/v1/orders')`. The nonce is sent along, and an ended
   * session is renewed.
   */
  fetch(path: string, init?: AdminScreenRequest): Promise<Response>;
  /** The language of the page, such as `en`. */
  readonly language: string;
  /** The entry for the language of the page, else the first one. */
  words<Words>(byLanguage: Readonly<Record<string, Words>>): Words;
  /** Shows another screen: `navigate('/posts')`. */
  navigate(path: string): void;
  /** Tells what was done, or what failed. */
  notify(text: string, kind?: 'done' | 'failed'): void;
  readonly theme: AdminScreenTheme;
}

/** A request of a screen; a body that is an object is sent as JSON. */
export interface AdminScreenRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface AdminScreenTheme {
  /** How the page looks now. */
  scheme(): 'light' | 'dark';
  /** Calls the listener when that changes; returns a function that stops it. */
  subscribe(listener: (scheme: 'light' | 'dark') => void): () => void;
}

/** What the module of a panel is given: the text that is being edited too. */
export interface EditorPanelApi extends AdminScreenApi {
  readonly editor: {
    readonly postType: string;
    /** Null for what was not saved yet. */
    readonly postId: number | null;
    /** The fields as they are in the editor, such as `title`, `content`, `excerpt` and `slug`. */
    fields(): Readonly<Record<string, unknown>>;
    /** Changes fields in the editor; they are stored when the text is saved. */
    change(fields: Readonly<Record<string, unknown>>): void;
    /** Calls the listener after every change; returns a function that stops it. */
    subscribe(listener: () => void): () => void;
  };
}

/** Removes what `mount` has shown. */
export type Unmount = () => void;

/**
 * The export `mount` of the module of a screen or a panel. `Target` is the type of its element, which only the
 * browser's own types know.
 *
 * @example export const mount: Mount<HTMLElement> = (element, { language }) => { element.textContent = language; };
 */
export type Mount<Target, Api = AdminScreenApi> = (element: Target, api: Api) => MountResult | Promise<MountResult>;

// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing has nothing to remove
export type MountResult = Unmount | void;
