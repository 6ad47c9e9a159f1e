import { Icon, type IconName } from './Icon.tsx'

/** What {@link IconButton} takes. */
export type IconButtonProps = {
  icon: IconName
  label: string
  /** Turns round where text runs from right to left. */
  mirrored?: boolean
  onClick: () => void
}

/** A button with a drawing and no text; 44 px to the finger, whatever it looks like. */
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
