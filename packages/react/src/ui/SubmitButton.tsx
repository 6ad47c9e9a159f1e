import type { ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'

/** What {@link SubmitButton} takes. */
export type SubmitButtonProps = {
  children: ReactNode
  busy?: boolean
  /** Secondary while something is missing. */
  kind?: 'primary' | 'secondary'
}

/** The button that sends its form. */
export function SubmitButton({ children, busy = false, kind = 'primary' }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className="btn"
      data-kind={kind}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
    >
      {busy && <Spinner />}
      <span>{children}</span>
    </button>
  )
}
