import { type Token, Tokenizer, TokenizerMode } from 'parse5';

/** What a scan reports, in the order of the text. */
export interface MarkupHandler {
  readonly open?: (tag: MarkupTag) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

export interface MarkupTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Written as `<name/>`. */
  readonly closed: boolean;
}

export interface ScanOptions {
  /** In HTML the content of some elements, such as scripts, is text. */
  readonly language: 'html' | 'xml';
  /** Asked after each tag. */
  readonly isDone?: () => boolean;
}

/**
 * Reports the tags and the text of foreign markup. No tree is built: its cost grows faster than the text, and its depth
 * with the text. A scan takes time in proportion to the text.
 */
export function scanMarkup(markup: string, handler: MarkupHandler, { language, isDone }: ScanOptions): void {
  const text = ({ chars }: Token.CharacterToken) => handler.text?.(chars);
  const nothing = () => {};
  const stopIfDone = () => {
    if (isDone?.()) tokenizer.pause();
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag: (token) => {
        const mode = language === 'html' ? textModes.get(token.tagName) : undefined;
        if (mode !== undefined) tokenizer.state = mode;
        handler.open?.(tagOf(token));
        stopIfDone();
      },
      onEndTag: ({ tagName }) => {
        handler.close?.(tagName);
        stopIfDone();
      },
      onCharacter: text,
      onWhitespaceCharacter: text,
      onNullCharacter: nothing,
      onComment: nothing,
      onDoctype: nothing,
      onEof: nothing,
    },
  );
  tokenizer.write(markup, true);
}

function tagOf({ tagName, attrs, selfClosing }: Token.TagToken): MarkupTag {
  return { name: tagName, attributes: new Map(attrs.map(({ name, value }) => [name, value])), closed: selfClosing };
}

const { RCDATA, RAWTEXT, SCRIPT_DATA, PLAINTEXT } = TokenizerMode;

/** How the content of elements that hold text and no elements is read, as browsers with scripts do. */
const textModes: ReadonlyMap<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = new Map([
  ['title', RCDATA],
  ['textarea', RCDATA],
  ['style', RAWTEXT],
  ['xmp', RAWTEXT],
  ['iframe', RAWTEXT],
  ['noembed', RAWTEXT],
  ['noframes', RAWTEXT],
  ['noscript', RAWTEXT],
  ['script', SCRIPT_DATA],
  ['plaintext', PLAINTEXT],
]);
