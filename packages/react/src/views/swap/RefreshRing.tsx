export type RefreshRingProps = {
  /** Time of the quote, unix milliseconds. A new value restarts the ring. */
  updatedAt: number | undefined
  isLoading: boolean
}

/** A ring that runs once until the next quote is requested. Decorative. */
export function RefreshRing({ updatedAt, isLoading }: RefreshRingProps) {
  return (
    <svg
      className="swap-ring"
      key={isLoading ? 'loading' : updatedAt}
      data-state={isLoading ? 'loading' : updatedAt === undefined ? 'idle' : 'running'}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <circle className="swap-ring-track" cx="10" cy="10" r="7.5" />
      <circle className="swap-ring-line" cx="10" cy="10" r="7.5" pathLength="100" />
    </svg>
  )
}
