import type { ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'

export type SubmitButtonProps = {
  children: ReactNode
  busy?: boolean
  /** Secondary while the form is incomplete. */
  kind?: 'primary' | 'secondary'
}

/** The button that submits its form. */
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
