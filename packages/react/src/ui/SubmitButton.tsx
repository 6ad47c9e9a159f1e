import type { ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'

/** What {@link SubmitButton} takes. */
export type SubmitButtonProps = { children: ReactNode; busy?: boolean }

/** The button that sends its form. */
export function SubmitButton({ children, busy = false }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className="btn"
      data-kind="primary"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
    >
      {busy && <Spinner />}
      <span>{children}</span>
    </button>
  )
}
