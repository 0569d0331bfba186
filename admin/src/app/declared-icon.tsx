import { Shapes } from 'lucide-react';
import { lazy, Suspense } from 'react';

const AnyIcon = lazy(() => import('./any-icon.tsx').then((m) => ({ default: m.AnyIcon })));

const usual = <Shapes size={18} aria-hidden />;

/** The icon of a declared type; the others are loaded only where a site has chosen one. */
export function DeclaredIcon({ name }: { readonly name: string }) {
  if (name === '') return usual;
  return (
    <Suspense fallback={usual}>
      <AnyIcon name={name} other={usual} />
    </Suspense>
  );
}
