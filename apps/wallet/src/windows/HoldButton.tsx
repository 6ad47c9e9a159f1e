import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from '../ui/Icon.tsx'

/** Milliseconds that the button is held. */
const holdDuration = 1500

export type HoldButtonProps = { icon?: IconName; label: string; hint: string; busy: boolean; onHeld: () => void }

/** A button that acts after it was held for 1.5 s, by pointer or space bar, to prevent accidents. */
export function HoldButton({ icon = 'eye', label, hint, busy, onHeld }: HoldButtonProps) {
  const [holding, setHolding] = useState(false)
  const timer = useRef<number | undefined>(undefined)
  const stop = () => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    setHolding(false)
  }
  const begin = (event: Event) => {
    if (busy || !event.isTrusted || timer.current !== undefined) return
    setHolding(true)
    timer.current = window.setTimeout(() => {
      stop()
      onHeld()
    }, holdDuration)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return (
    <>
      <button
        type="button"
        class="btn hold"
        data-kind="primary"
        data-holding={holding ? '' : undefined}
        aria-disabled={busy ? 'true' : undefined}
        aria-describedby="hold-hint"
        onPointerDown={begin}
        onPointerUp={stop}
        onPointerLeave={stop}
        onPointerCancel={stop}
        onContextMenu={(event) => event.preventDefault()}
        onBlur={stop}
        onKeyDown={(event) => {
          if (event.key !== ' ' && event.key !== 'Enter') return
          event.preventDefault()
          if (!event.repeat) begin(event)
        }}
        onKeyUp={stop}
      >
        <Icon name={icon} />
        <span>{label}</span>
      </button>
      <p id="hold-hint" class="aside">
        {hint}
      </p>
    </>
  )
}
