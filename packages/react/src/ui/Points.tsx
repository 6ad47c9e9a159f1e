import { Icon, type IconName } from './Icon.tsx'

/** What {@link Points} takes. */
export type PointsProps = { points: readonly { icon: IconName; title: string; text: string }[] }

/** A few things to know, each with a picture. */
export function Points({ points }: PointsProps) {
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
