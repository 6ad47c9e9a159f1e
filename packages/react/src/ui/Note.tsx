import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'

export type NoteProps = {
  tone?: 'info' | 'warn' | 'loss' | 'gain'
  children: ReactNode
  action?: { label: string; onClick: () => void } | undefined
  /** Read aloud when it appears. */
  alert?: boolean
}

const icons = { info: 'info', warn: 'alert', loss: 'alert', gain: 'shield' } as const

/** A remark in a view, with at most one action. */
export function Note({ tone = 'info', children, action, alert = false }: NoteProps) {
  const element = useRef<HTMLDivElement>(null)
  // An announced note is scrolled into view, because it can be below the edge of a long view.
  useEffect(() => {
    if (alert) element.current?.scrollIntoView({ block: 'nearest' })
  }, [alert])
  return (
    <div ref={element} className="note" data-tone={tone} role={alert ? 'alert' : undefined}>
      <Icon name={icons[tone]} />
      <div className="note-text">{children}</div>
      {action !== undefined && (
        <button type="button" className="text-button" onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </div>
  )
}
