/** At least six characters, one @, usual local-part characters, and a domain of two or more labels. */
export function isFormEmail(text: string): boolean {
  return text.length >= 6 && text.length <= 254 && emailPattern.test(text);
}

const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** An absolute http, https or ftp address with a host, international ones too, or a `mailto:`. */
export function isUrl(text: string): boolean {
  if (/\s/.test(text)) return false;
  const scheme = /^([a-z]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'mailto') return text.length > 'mailto:'.length;
  if (scheme === undefined || !['http', 'https', 'ftp'].includes(scheme)) return false;
  return text.slice(scheme.length).startsWith('://') && URL.canParse(text);
}

/** An optional +, then groups of digits, each possibly in parentheses, with spaces, hyphens or slashes between. */
export function isTelephone(text: string): boolean {
  return /^\+?(?:\(\d+\)|\d)(?:[ \-/]*(?:\(\d+\)|\d))*$/.test(text);
}

/** Decimals and exponents, no thousands separators. */
export function isNumeric(text: string): boolean {
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}
