import { icons, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const all: Readonly<Record<string, LucideIcon>> = icons;

interface AnyIconProps {
  /** As lucide writes it: `shopping-bag`. */
  readonly name: string;
  /** What stands for a name that is none. */
  readonly other: ReactNode;
}

export function AnyIcon({ name, other }: AnyIconProps) {
  const Icon = all[memberOf(name)];
  return Icon ? <Icon size={18} aria-hidden /> : other;
}

/** `shopping-bag` is `ShoppingBag` there. */
const memberOf = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
