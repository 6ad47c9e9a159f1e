import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export type HeroProps = {
  icon?: IconName
  tone?: 'plain' | 'accent' | 'gain' | 'loss'
  /** Replaces the icon. */
  picture?: ReactNode
  title: ReactNode
  text?: ReactNode
}

/** The middle of a view with one message: a picture, a title, a text. */
export function Hero({ icon, tone = 'plain', picture, title, text }: HeroProps) {
  return (
    <div className="hero">
      {picture ?? (
        <span className="hero-mark" data-tone={tone}>
          {icon !== undefined && <Icon name={icon} />}
        </span>
      )}
      <h3 className="hero-title">{title}</h3>
      {text !== undefined && <p className="hero-text">{text}</p>}
    </div>
  )
}
