/* The top of a page: the way back, its title, and what else the page puts there. */
import type { ComponentChildren } from 'preact';
import { Icon } from './icons';
import { HOME } from './route';
import { say } from './words';

export function PageHeader({
  title,
  back = HOME,
  label = say('home'),
  children,
}: {
  title: string;
  back?: string; // an address
  label?: string; // of the way back, for screen readers
  children?: ComponentChildren;
}) {
  return (
    <header class="bar">
      <a class="round" href={back} aria-label={label}>
        <Icon name="back" />
      </a>
      <h1>{title}</h1>
      {children}
    </header>
  );
}
