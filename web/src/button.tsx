/* A button with an icon before its label. */
import { Icon, type IconName } from './icons';

export function Button(props: { icon: IconName; label: string; kind?: string; disabled?: boolean; onClick: () => void }) {
  const { icon, label, kind, ...rest } = props;
  return (
    <button type="button" class={kind ? `button ${kind}` : 'button'} {...rest}>
      <Icon name={icon} />
      {label}
    </button>
  );
}
