import { Shapes } from 'lucide-react';
import { lazyPart } from '../ui/lazy-part.tsx';

const usual = <Shapes size={18} aria-hidden />;

const AnyIcon = lazyPart(
  () => import('./any-icon.tsx'),
  (m) => m.AnyIcon,
  { loading: usual, missing: usual },
);

/** The icon of a declared type; the others are loaded only where a site has chosen one. */
export function DeclaredIcon({ name }: { readonly name: string }) {
  if (name === '') return usual;
  return <AnyIcon name={name} other={usual} />;
}
