import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './Icon.tsx'

export type TickBoxProps = {
  isTicked: boolean
  onChange: (ticked: boolean) => void
  /** Number of attempts to continue without it. */
  reminders: number
  /** Text of the reminder. */
  missing: string
  children: ReactNode
}

/** A box that the visitor must tick to continue. After an attempt without it, takes the focus and shows a reminder. */
export function TickBox({ isTicked, onChange, reminders, missing, children }: TickBoxProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const isMissing = reminders > 0 && !isTicked
  useEffect(() => {
    if (reminders > 0) box.current?.focus()
  }, [reminders])
  return (
    <div className="consent" data-missing={isMissing ? '' : undefined}>
      <div className="consent-line">
        <span className="consent-box">
          <input
            ref={box}
            type="checkbox"
            id={id}
            data-key="consent"
            checked={isTicked}
            aria-describedby={isMissing ? `${id}hint` : undefined}
            aria-invalid={isMissing || undefined}
            onChange={(event) => onChange(event.target.checked)}
          />
          <Icon name="check" />
        </span>
        <label htmlFor={id}>{children}</label>
      </div>
      {isMissing && (
        <p role="alert" id={`${id}hint`} className="consent-hint" key={reminders}>
          {missing}
        </p>
      )}
    </div>
  )
}
