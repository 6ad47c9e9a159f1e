import { Icon, type IconName } from './Icon.tsx'

export type ActionRowProps = { icon: IconName; title: string; text: string; external?: boolean; onClick: () => void }

/** A row that leads on, with a short text. */
export function ActionRow({ icon, title, text, external = false, onClick }: ActionRowProps) {
  return (
    <button type="button" class="row" onClick={onClick}>
      <span class="row-mark">
        <Icon name={icon} />
      </span>
      <span class="row-text">
        <span class="row-title">{title}</span>
        <span class="row-subtitle">{text}</span>
      </span>
      <Icon name={external ? 'external' : 'right'} />
    </button>
  )
}
