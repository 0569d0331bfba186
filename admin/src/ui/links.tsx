import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

type LinkAttributes<Own> = Own &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { readonly ref?: Ref<HTMLAnchorElement> };

/** Links to other screens, in the looks of the component library. */
export const TextLink = createLink((props: LinkAttributes<AnchorProps>) => <Anchor {...props} />);
export const ButtonLink = createLink((props: LinkAttributes<ButtonProps>) => <Button component="a" {...props} />);
export const NavigationLink = createLink((props: LinkAttributes<NavLinkProps>) => <NavLink component="a" {...props} />);
export const MenuLink = createLink((props: LinkAttributes<MenuItemProps>) => <Menu.Item component="a" {...props} />);

/** The name of a row that is opened on the same screen. */
export const TextButton = ({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) => (
  <Anchor component="button" type="button" fw={600} c="inherit" ta="start" onClick={onClick}>
    {children}
  </Anchor>
);
