import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import { useArmed } from './useArmed.ts'

/** The button that agrees: it counts once it has been seen for long enough, and only for a person's own press. */
export function ArmedButton({
  subject,
  busy = false,
  onAgree,
  children,
}: {
  /** What is agreed to; another one begins the wait anew. */
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
        // The second half of a double-click was meant for what the first one hit.
        if (armed && nativeEvent.isTrusted && detail <= 1) onAgree()
      }}
    >
      {children}
    </Button>
  )
}
