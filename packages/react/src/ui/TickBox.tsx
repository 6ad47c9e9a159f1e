import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './Icon.tsx'

/** What {@link TickBox} takes. */
export type TickBoxProps = {
  isTicked: boolean
  onChange: (ticked: boolean) => void
  /** How often the visitor tried to go on without it. */
  reminders: number
  /** What it says then. */
  missing: string
  children: ReactNode
}

/** A box that is ticked before something can go on; takes the focus and says so when it was passed over. */
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
