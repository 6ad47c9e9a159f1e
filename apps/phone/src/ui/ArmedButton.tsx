import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import { useArmed } from './useArmed.ts'

/** The approval button. It is active only after it was visible long enough, and only for a real press by a person. */
export function ArmedButton({
  subject,
  busy = false,
  onAgree,
  children,
}: {
  /** Subject of the approval. A change restarts the wait. */
  subject: unknown
  busy?: boolean
  onAgree: () => void
  children: ReactNode
}) {
  const button = useRef<HTMLButtonElement>(null)
  const armed = useArmed({ button, subject })
  return (
    <Button
      ref={button}
      kind="primary"
      size="large"
      busy={busy}
      aria-disabled={armed ? undefined : true}
      onClick={({ nativeEvent, detail }) => {
        // The second half of a double click was for the element below the first one.
        if (armed && nativeEvent.isTrusted && detail <= 1) onAgree()
      }}
    >
      {children}
    </Button>
  )
}
