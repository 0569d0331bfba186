import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Caller } from '../rules/capabilities.ts';
import type { AdminScreen, EditorPanel } from './admin-screens.ts';
import type { Extension } from './definition.ts';
import { ExtensionError, reasonOf } from './definition.ts';

/** A script that the admin page loads; its address changes with its content. */
export interface AdminScript {
  /** Path on the server: `/admin/extensions/shop/orders-3f9c0d5e8a1b.js`. */
  readonly address: string;
  readonly capability: string;
  readonly bytes: Uint8Array;
}

/** The screens and panels of all extensions, with their scripts. */
export interface AdminScreens {
  readonly screens: readonly (Omit<AdminScreen, 'script'> & Placed)[];
  readonly panels: readonly (Omit<EditorPanel, 'script'> & Placed)[];
  /** The script at an address, for a caller who may use it; null for others. */
  script(address: string, caller: Caller): AdminScript | null;
}

interface Placed {
  readonly extension: string;
  readonly script: AdminScript;
}

/** Reads the scripts once, at the start, so that a missing one is found then. */
export async function loadAdminScreens(extensions: readonly Extension[]): Promise<AdminScreens> {
  const screens: (Omit<AdminScreen, 'script'> & Placed)[] = [];
  const panels: (Omit<EditorPanel, 'script'> & Placed)[] = [];
  for (const { name: extension, adminScreens = [], editorPanels = [] } of extensions) {
    refuseTwice(
      extension,
      'screens at',
      adminScreens.map(({ path }) => path),
    );
    refuseTwice(
      extension,
      'panels called',
      editorPanels.map(({ name }) => name),
    );
    for (const { script, ...screen } of adminScreens)
      screens.push({ ...screen, extension, script: await readScript(extension, screen.path, screen, script) });
    for (const { script, ...panel } of editorPanels)
      panels.push({ ...panel, extension, script: await readScript(extension, `panel-${panel.name}`, panel, script) });
  }
  const byAddress = new Map([...screens, ...panels].map(({ script }) => [script.address, script]));
  return {
    screens,
    panels,
    script: (address, caller) => {
      const found = byAddress.get(address);
      return found && caller.can(found.capability) ? found : null;
    },
  };
}

function refuseTwice(extension: string, what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new ExtensionError(extension, `has two ${what} "${twice}". Rename one of them.`);
}

async function readScript(
  extension: string,
  name: string,
  { capability }: { readonly capability: string },
  source: string | URL,
): Promise<AdminScript> {
  try {
    const isUrl = source instanceof URL || source.startsWith('file:');
    const bytes = await readFile(isUrl ? new URL(source) : resolve(source));
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    return { address: `/admin/extensions/${extension}/${name}-${hash}.js`, capability, bytes };
  } catch (error) {
    throw new ExtensionError(extension, `has a script ${String(source)} that cannot be read: ${reasonOf(error)}`);
  }
}
