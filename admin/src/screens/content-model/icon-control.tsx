import { Autocomplete, Group } from '@mantine/core';
import { DeclaredIcon } from '../../app/declared-icon.tsx';
import { around, type ControlProps, textOf } from '../fields/control.ts';

/** Icons that suit many types; every other name of the set can be typed. */
const usual = `
  shopping-bag shopping-cart package tag box gift store truck credit-card
  calendar clock ticket map-pin map plane car bike ship hotel utensils coffee cake wine
  book book-open newspaper file-text pen quote graduation-cap library music film video mic camera image palette
  user users user-round-check briefcase building factory house wrench hammer cog cpu smartphone monitor gamepad-2
  heart star award trophy flag megaphone message-circle mail phone help-circle lightbulb leaf tree-pine flower
  dog cat paw-print stethoscope pill dumbbell church landmark scale globe link folder archive layers`
  .split(/\s+/)
  .filter((name) => name !== '');

/** The icon of a type, by its name. */
export function IconControl(props: ControlProps) {
  const name = textOf(props.value);
  return (
    <Autocomplete
      {...around(props)}
      data={usual}
      limit={30}
      spellCheck={false}
      leftSection={<DeclaredIcon name={name} />}
      renderOption={({ option }) => (
        <Group gap="sm">
          <DeclaredIcon name={option.value} />
          {option.value}
        </Group>
      )}
      value={name}
      onChange={props.change}
    />
  );
}
