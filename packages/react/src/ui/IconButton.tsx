import { Icon, type IconName } from './Icon.tsx'

export type IconButtonProps = {
  icon: IconName
  label: string
  /** Mirrored in right-to-left text. */
  mirrored?: boolean
  onClick: () => void
}

/** A button with an icon and no text. Its target is 44 px at any visible size. */
export function IconButton({ icon, label, mirrored = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      data-mirrored={mirrored || undefined}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
