import { Icon, type IconName } from './Icon.tsx'

/** A short list of facts, each with an icon. */
export function FeatureList({ points }: { points: readonly { icon: IconName; title: string; text: string }[] }) {
  return (
    <ul class="points">
      {points.map(({ icon, title, text }) => (
        <li key={title} class="point">
          <span class="point-mark">
            <Icon name={icon} />
          </span>
          <div>
            <h2 class="point-title">{title}</h2>
            <p class="point-text">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
