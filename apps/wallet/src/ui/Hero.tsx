import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './Icon.tsx'

export type HeroProps = {
  icon: IconName
  tone?: 'plain' | 'accent' | 'gain' | 'loss'
  title: ComponentChildren
  text?: ComponentChildren
}

/** The center of a screen with one statement: a mark, a title, a text. */
export function Hero({ icon, tone = 'plain', title, text }: HeroProps) {
  return (
    <div class="hero">
      <span class="hero-mark" data-tone={tone}>
        <Icon name={icon} />
      </span>
      <h2 class="hero-title">{title}</h2>
      {text !== undefined && <p class="hero-text">{text}</p>}
    </div>
  )
}
