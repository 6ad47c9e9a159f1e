import type { ReactNode } from 'react'

/** The end of a view, which stays visible while the rest scrolls, so that the next step is never below the edge. */
export function ViewFooter({ children }: { children: ReactNode }) {
  return <div className="foot">{children}</div>
}
