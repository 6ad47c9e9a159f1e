/** What {@link RefreshRing} takes. */
export type RefreshRingProps = {
  /** When the price is from; a new one begins a new turn. Unix milliseconds. */
  updatedAt: number | undefined
  isLoading: boolean
}

/** A quiet ring that runs round once until the next price is asked for. Decorative: the price itself is what counts. */
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
