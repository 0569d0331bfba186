import { Checkbox, MultiSelect, Select, Switch } from '@mantine/core';
import { Composite, describedBy } from '../composite.tsx';
import { around, type Control, textOf } from '../control.ts';
import classes from '../fields.module.css';
import { rowsOf } from '../paths.ts';

/** Up to this many choices are all shown at once. */
const mostShown = 12;

export const BooleanControl: Control = (control) => {
  const { withAsterisk: _, ...props } = around(control);
  return (
    <Switch
      {...props}
      disabled={control.field.readonly}
      checked={control.value === true}
      onChange={(event) => control.change(event.currentTarget.checked)}
    />
  );
};

export const ChoiceControl: Control = (control) => (
  <Select
    {...around(control)}
    data={control.field.choices}
    searchable={control.field.choices.length > mostShown}
    clearable={!control.field.required}
    allowDeselect={!control.field.required}
    readOnly={control.field.readonly}
    value={textOf(control.value) || null}
    onChange={(value) => control.change(value ?? '')}
  />
);

export const ChoicesControl: Control = (control) => {
  const { field, value, change } = control;
  const chosen = rowsOf(value).map(String);
  if (field.choices.length > mostShown)
    return (
      <MultiSelect
        {...around(control)}
        data={field.choices}
        searchable
        clearable
        readOnly={field.readonly}
        value={chosen}
        onChange={change}
      />
    );
  return (
    <Composite {...control}>
      <div className={classes['choices']}>
        {field.choices.map((choice) => (
          <Checkbox
            key={choice.value}
            label={choice.label}
            disabled={field.readonly}
            aria-describedby={describedBy(control)}
            checked={chosen.includes(choice.value)}
            onChange={(event) =>
              change(
                event.currentTarget.checked ? [...chosen, choice.value] : chosen.filter((one) => one !== choice.value),
              )
            }
          />
        ))}
      </div>
    </Composite>
  );
};
