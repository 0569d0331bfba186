declare namespace App {
  type PreviewLocals = import('platen/astro').PreviewLocals;
  interface Locals extends PreviewLocals {}
}
