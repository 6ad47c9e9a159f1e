import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Row } from '../../ui/Row.tsx'

/** What {@link WayRow} takes. */
export type WayRowProps = {
  id: string
  icon: IconName
  title: ReactNode
  end?: string | undefined
  onClick: () => void
}

/** A row that is no wallet but a way to one. */
export function WayRow({ id, icon, title, end, onClick }: WayRowProps) {
  return (
    <Row
      id={id}
      picture={
        <span className="picture tile" data-shape="square">
          <Icon name={icon} />
        </span>
      }
      title={title}
      end={end !== undefined && <span className="tag">{end}</span>}
      onClick={onClick}
    />
  )
}
