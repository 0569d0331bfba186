/** A source text with comments, strings and patterns blanked, line by line as it was, and the lines that have a comment. */
export function blankText(text: string): { code: string; commented: ReadonlySet<number> } {
  const commented = new Set<number>();
  /** How many braces are open inside each template's `${`. */
  const templates: number[] = [];
  let code = '';
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const length = tokenLength(text, at, code, templates);
    const piece = text.slice(at, at + Math.max(1, length));
    const lines = piece.split('\n').length - 1;
    if (piece.startsWith('//') || piece.startsWith('/*')) {
      for (let i = line; i <= line + lines; i++) commented.add(i);
    }
    code += length > 0 ? piece.replace(/[^\n]/g, ' ') : piece;
    line += lines;
    at += piece.length;
  }
  return { code, commented };
}

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const quoted = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y;
const pattern = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*/y;
/** From a backtick, or from the brace that ends `${`, to the next `${` or to the end of the template. */
const template = /[`}](?:\\[\s\S]|[^`\\$]|\$(?!\{))*(?:`|\$\{)/y;
/** Where a value can begin, so that a slash begins a pattern. */
const beforeValue = /(?:[(,=:[!&|?{};>]|\breturn|^)\s*$/;

/** Length of the comment, string, piece of a template or pattern that begins here; 0 for code. */
function tokenLength(text: string, at: number, code: string, templates: number[]): number {
  const open = templates.at(-1);
  const match = (expression: RegExp): string => {
    expression.lastIndex = at;
    return expression.exec(text)?.[0] ?? '';
  };
  const character = text[at];
  if (character === '/') return (match(comment) || (beforeValue.test(code.slice(-40)) ? match(pattern) : '')).length;
  if (character === "'" || character === '"') return match(quoted).length;
  if (character === '`' || (character === '}' && open === 0)) {
    const piece = match(template);
    if (character === '}') templates.pop();
    if (piece.endsWith('${')) templates.push(0);
    return piece.length;
  }
  if (open !== undefined && character === '{') templates[templates.length - 1] = open + 1;
  if (open !== undefined && character === '}') templates[templates.length - 1] = open - 1;
  return 0;
}
