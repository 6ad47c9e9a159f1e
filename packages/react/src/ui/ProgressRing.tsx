import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export type ProgressRingProps = {
  state: 'waiting' | 'done' | 'failed' | 'idle'
  shape?: 'round' | 'square'
  /** A small icon at the corner. */
  badge?: IconName | undefined
  children: ReactNode
}

/** A picture with a ring around it that spins during a wait. */
export function ProgressRing({ state, shape = 'square', badge, children }: ProgressRingProps) {
  const outline =
    shape === 'round' ? (
      <circle cx="56" cy="56" r="53" pathLength="100" />
    ) : (
      <rect x="3" y="3" width="106" height="106" rx="33" pathLength="100" />
    )
  return (
    <div className="ring" data-state={state} data-shape={shape}>
      <svg className="ring-track" viewBox="0 0 112 112" aria-hidden="true">
        {outline}
      </svg>
      <svg className="ring-line" viewBox="0 0 112 112" aria-hidden="true">
        {outline}
      </svg>
      {children}
      {badge !== undefined && (
        <span className="ring-badge">
          <Icon name={badge} />
        </span>
      )}
    </div>
  )
}
