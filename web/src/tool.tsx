/* A button of the action bar: an icon over its label. */
import { Icon, type IconName } from './icons';

export function Tool(props: { icon: IconName; label: string; off?: boolean; busy?: boolean; press: () => void }) {
  return (
    <button type="button" class="tool" disabled={props.off ?? false} aria-busy={props.busy ?? false} onClick={props.press}>
      <Icon name={props.icon} />
      <span>{props.label}</span>
    </button>
  );
}
