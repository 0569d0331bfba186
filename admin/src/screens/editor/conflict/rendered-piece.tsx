import { Fragment, type ReactNode, useMemo } from 'react';
import { parsed, program } from '../../../editor/source/parsed.ts';
import { useOwnWords } from '../../../words/words.tsx';
import { type ComparedPiece, compareTexts } from '../versions/compare-texts.ts';
import { Pieces } from '../versions/pieces.tsx';
import classes from './conflict.module.css';
import { conflictWords } from './words.ts';

interface RenderedPieceProps {
  readonly source: string;
  /** The other version of the same piece. */
  readonly other: string;
  /** How the words are marked that the other version lacks. */
  readonly as: 'del' | 'ins';
}

/** A piece of a text as it looks, with the words marked that the other version lacks. */
export function RenderedPiece({ source, other, as }: RenderedPieceProps) {
  const own = useOwnWords(conflictWords);
  const shown = useMemo(() => read(source), [source]);
  const compared = useMemo(
    () => compareTexts(read(other)?.textContent ?? other, shown?.textContent ?? source).after,
    [other, shown, source],
  );
  if (source.trim() === '') return <em className={classes['nothing']}>{own.nothing}</em>;
  const isSame = compared.every(({ isOnlyHere }) => !isOnlyHere) && source !== other && other.trim() !== '';
  // What cannot be shown, or differs in what is not seen, is shown as it is stored.
  if (!shown || isSame || (shown.textContent ?? '').trim() === '')
    return <Pieces pieces={compareTexts(other, source).after} as={as} />;
  return (
    <div className={classes['text']} dir="auto">
      {new Drawing(compared, as, own.picture).children(shown)}
    </div>
  );
}

/** Read in a document of its own, in which nothing runs or is loaded. */
const read = (source: string): HTMLElement | null => (program.test(source) ? null : parsed(source));

const inline: Readonly<Record<string, 'strong' | 'em' | 'code' | 's' | 'u' | 'sub' | 'sup'>> = {
  STRONG: 'strong',
  B: 'strong',
  EM: 'em',
  I: 'em',
  CODE: 'code',
  S: 's',
  DEL: 's',
  U: 'u',
  A: 'u',
  SUB: 'sub',
  SUP: 'sup',
};
const blocks: Readonly<Record<string, 'p' | 'ul' | 'ol' | 'li' | 'blockquote' | 'pre'>> = {
  P: 'p',
  UL: 'ul',
  OL: 'ol',
  LI: 'li',
  BLOCKQUOTE: 'blockquote',
  PRE: 'pre',
};

/** Makes elements of the page from those of a text; the pieces of what was compared follow its letters. */
class Drawing {
  #at = 0;
  #offset = 0;
  readonly #pieces: readonly ComparedPiece[];
  readonly #mark: 'del' | 'ins';
  readonly #picture: (name: string) => string;

  constructor(pieces: readonly ComparedPiece[], mark: 'del' | 'ins', picture: (name: string) => string) {
    this.#pieces = pieces;
    this.#mark = mark;
    this.#picture = picture;
  }

  children(element: Element): ReactNode[] {
    return [...element.childNodes].map((node, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the nodes have no other identity
      <Fragment key={index}>{this.#node(node)}</Fragment>
    ));
  }

  #node(node: Node): ReactNode {
    if (node.nodeType === Node.TEXT_NODE) return this.#text(node.textContent ?? '');
    if (!(node instanceof Element)) return null;
    const { tagName } = node;
    if (tagName === 'BR') return <br />;
    if (tagName === 'IMG') return <em>{this.#picture(node.getAttribute('alt') ?? '')}</em>;
    const Own = inline[tagName] ?? blocks[tagName];
    const content = this.children(node);
    if (Own) return <Own>{content}</Own>;
    if (/^H[1-6]$/.test(tagName))
      return (
        <p>
          <strong>{content}</strong>
        </p>
      );
    return /^(?:TD|TH|SPAN|MARK|CITE|SMALL)$/.test(tagName) ? <span>{content} </span> : <div>{content}</div>;
  }

  #text(text: string): ReactNode[] {
    const Mark = this.#mark;
    const found: ReactNode[] = [];
    let rest = text;
    while (rest !== '') {
      const piece = this.#pieces[this.#at];
      const left = piece ? piece.text.length - this.#offset : rest.length;
      const shown = rest.slice(0, left);
      rest = rest.slice(shown.length);
      found.push(piece?.isOnlyHere ? <Mark key={found.length}>{shown}</Mark> : shown);
      this.#offset += shown.length;
      if (piece && this.#offset >= piece.text.length) {
        this.#at += 1;
        this.#offset = 0;
      }
    }
    return found;
  }
}
