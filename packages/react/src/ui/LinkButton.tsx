import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export type LinkButtonProps = {
  href: string
  children: ReactNode
  kind?: 'primary' | 'secondary' | 'quiet'
  icon?: IconName
}

/** A link to another site that looks like a button. */
export function LinkButton({ href, children, kind = 'secondary', icon = 'external' }: LinkButtonProps) {
  return (
    <a className="btn" data-kind={kind} href={href} target="_blank" rel="noopener noreferrer">
      <span>{children}</span>
      <Icon name={icon} />
    </a>
  )
}
