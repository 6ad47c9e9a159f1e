import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Row } from '../../ui/Row.tsx'

export type WayRowProps = {
  id: string
  icon: IconName
  title: ReactNode
  end?: string | undefined
  onClick: () => void
}

/** A row for a way to connect that is not a wallet. */
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
