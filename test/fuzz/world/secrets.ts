/** Who asks; a visitor is not logged in. */
export type FuzzRole = 'visitor' | 'subscriber' | 'contributor' | 'author' | 'editor' | 'administrator';

export const fuzzRoles: readonly FuzzRole[] = [
  'visitor',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
];

/** A text that stands in one hidden place of the site only, and who may ever be shown it. */
export interface Secret {
  readonly text: string;
  readonly about: string;
  readonly readers: readonly FuzzRole[];
}

/** Every planted text begins with this; nothing else on the site contains it. */
const prefix = 'zqxv';

/** Creates texts to plant: letters only, so that neither slugs nor typography change them. */
export function createSecrets() {
  const planted: Secret[] = [];
  return {
    planted,
    /** A text of its own for this place. */
    plant(about: string, readers: readonly FuzzRole[]): string {
      const text = `${prefix}${letters(planted.length)}xq`;
      planted.push({ text, about, readers });
      return text;
    },
    /** A value that exists already and must not be shown. */
    add(text: string, about: string, readers: readonly FuzzRole[] = []): void {
      planted.push({ text, about, readers });
    },
  };
}

/** No two begin with one another. */
function letters(number: number): string {
  return [...String(number).padStart(4, '0')].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
}

/** Looks for what a role may not see. */
export interface LeakCheck {
  /** The secrets in an answer that this role may not see; those that the request itself contained do not count. */
  leaks(role: FuzzRole, answer: string, request: string): Secret[];
  /** The hidden texts that a request asks about without being allowed to see them. */
  askedFor(role: FuzzRole, request: string): Secret[];
}

/** Traces of the inside that no answer may show to anyone. */
const inside = [
  /\bat (?:async )?[\w.<>$]+ \([^)]*:\d+:\d+\)/,
  /node:internal/,
  /SQLITE_[A-Z]/,
  /\bER_[A-Z]{3}/,
  /\$2[aby]\$\d\d\$/,
];

export function createLeakCheck(planted: readonly Secret[]): LeakCheck {
  const hiddenFrom = (role: FuzzRole) => planted.filter(({ readers }) => !readers.includes(role));
  const byRole = new Map(fuzzRoles.map((role) => [role, hiddenFrom(role)]));
  const whole = planted.filter(({ text }) => !text.startsWith(prefix));
  const within = (role: FuzzRole, text: string): Secret[] => {
    const lower = text.toLowerCase();
    if (!lower.includes(prefix) && !whole.some((one) => text.includes(one.text))) return [];
    return (byRole.get(role) ?? []).filter((one) => lower.includes(one.text) || text.includes(one.text));
  };
  return {
    leaks(role, answer, request) {
      const asked = request.toLowerCase();
      const found = within(role, answer).filter(({ text }) => !asked.includes(text.toLowerCase()));
      const traces = inside.filter((trace) => trace.test(answer) && !trace.test(request));
      return [
        ...found,
        ...traces.map((trace) => ({ text: String(trace), about: 'the inside of the program', readers: [] })),
      ];
    },
    askedFor: within,
  };
}
