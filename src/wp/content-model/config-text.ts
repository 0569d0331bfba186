import { type StoredDeclarations, storedSections } from './stored-model.ts';

export const configFileName = 'platen.config.ts';

/** A configuration file with these declarations, in TypeScript. */
export function configText(declarations: StoredDeclarations): string {
  const declared = storedSections.filter((section) => declarations[section].length > 0);
  const config = Object.fromEntries(declared.map((section) => [section, declarations[section]]));
  return `import { defineConfig } from 'platen';\n\nexport default defineConfig(${literal(config, '')});\n`;
}

const widest = 100;

/** A JSON value as it is written in a program: on one line where it fits, else a line for each member. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const inner = `${indent}  `;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${isList ? '' : `${propertyName(key)}: `}${literal(member, inner)}`);
  if (members.length === 0) return `${open}${close}`;
  const pad = isList ? '' : ' ';
  const line = `${open}${pad}${members.join(', ')}${pad}${close}`;
  if (indent !== '' && !line.includes('\n') && indent.length + line.length <= widest) return line;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`;
}

/** A text in single quotes, with the escapes of JSON. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

function propertyName(key: string): string {
  // Without brackets this one would set the prototype.
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}
