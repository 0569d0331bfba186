import { Text } from '@mantine/core';
import { ConflictDialog } from '../../ui/conflict-dialog.tsx';
import { draftOf, type LoadedMenu, labelOf, type MenuDraft } from './menu-api.ts';

interface MenuConflictProps {
  readonly mine: MenuDraft;
  readonly theirs: LoadedMenu;
  readonly resolve: (keeps: 'mine' | 'theirs') => void;
}

/** Both versions of a menu. */
export function MenuConflict({ mine, theirs, resolve }: MenuConflictProps) {
  return (
    <ConflictDialog
      mine={<MenuVersion {...mine} />}
      theirs={<MenuVersion {...draftOf(theirs.item)} />}
      resolve={resolve}
    />
  );
}

function MenuVersion({ name, items }: MenuDraft) {
  return (
    <>
      <Text fw={600}>{name}</Text>
      {items.map((item) => (
        <Text key={item.key} size="sm" style={{ paddingInlineStart: `${item.level}rem` }}>
          {labelOf(item)}
        </Text>
      ))}
    </>
  );
}
