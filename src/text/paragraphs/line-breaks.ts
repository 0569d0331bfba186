import { LineWriter } from './line-writer.ts';
import { isText, mark, type Tokens } from './tokens.ts';

/** Writes the tokens out with a break for every line end; scripts and styles keep their line ends as they are. */
export function writeLines(tokens: Tokens): string {
  const { marks, texts, length } = tokens;
  const lastScript = lastWith(tokens, mark.scriptClose);
  const lastStyle = lastWith(tokens, mark.styleClose);
  const writer = new LineWriter();
  let keptUntil = 0;
  for (let i = 0; i < length; i++) {
    const is = marks[i]!;
    if (keptUntil !== 0) {
      if (is & keptUntil) keptUntil = 0;
      // Inside scripts and styles only this spelling counts as a break.
      if (is & mark.lineBreak && texts[i] === '<br />') writer.addBreak();
      else writer.add(is & ~mark.lineBreak, texts[i]!);
    } else if (is & mark.lineBreak) {
      writer.addBreak();
    } else if (!isText(is)) {
      if (is & mark.scriptOpen && i < lastScript) keptUntil = mark.scriptClose;
      else if (is & mark.styleOpen && i < lastStyle) keptUntil = mark.styleClose;
      writer.add(is, texts[i]!);
    } else if (i + 1 === length || !isText(marks[i + 1]!)) {
      if (is & mark.feed) writer.addLines(texts[i]!);
      else writer.add(is, texts[i]!);
    } else {
      let text = texts[i]!;
      while (i + 1 < length && isText(marks[i + 1]!)) text += texts[++i];
      writer.addLines(text);
    }
  }
  return writer.end();
}

/** The last token with the wanted mark: a script or style that is never closed protects nothing. */
function lastWith({ marks, seen, length }: Tokens, wanted: number): number {
  let at = seen & wanted ? length - 1 : -1;
  while (at >= 0 && !(marks[at]! & wanted)) at--;
  return at;
}
