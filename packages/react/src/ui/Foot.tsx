import type { ReactNode } from 'react'

/** The end of a view that stays in sight when the rest scrolls: the next step must never be below the edge. */
export function Foot({ children }: { children: ReactNode }) {
  return <div className="foot">{children}</div>
}
