import { Icon, type IconName } from './Icon.tsx'

export type FeatureListProps = { points: readonly { icon: IconName; title: string; text: string }[] }

/** A short list of facts, each with an icon. */
export function FeatureList({ points }: FeatureListProps) {
  return (
    <ul className="points">
      {points.map(({ icon, title, text }) => (
        <li key={title} className="point">
          <span className="point-mark">
            <Icon name={icon} />
          </span>
          <div>
            <h3 className="point-title">{title}</h3>
            <p className="point-text">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
