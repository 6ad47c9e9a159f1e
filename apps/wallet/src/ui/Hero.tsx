import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './Icon.tsx'

/** What {@link Hero} takes. */
export type HeroProps = {
  icon: IconName
  tone?: 'plain' | 'accent' | 'gain' | 'loss'
  title: ComponentChildren
  text?: ComponentChildren
}

/** The middle of a screen that says one thing: a mark, a sentence, a second sentence. */
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
