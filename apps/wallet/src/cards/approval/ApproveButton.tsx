import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Arming, createArming } from '../../ui/createArming.ts'
import { useScope } from '../../ui/Scope.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import type { WatchSeen } from '../../ui/watchVisible.ts'

export type ApproveButtonProps = {
  label: string
  busy: boolean
  /** Something is still missing; default false. */
  disabled?: boolean
  /** Region that must not move while the button is armed. */
  region: RefObject<HTMLElement | null>
  /** Detects whether the visitor can see it; created once, after the region is on the page. */
  watch: (region: HTMLElement) => WatchSeen
  /** Subject of the approval: a change restarts the wait. */
  subject: unknown
  onArmed?: (armed: boolean) => void
  onApprove: () => void
}

/** The approve button. A click counts only after the button has been visible for long enough. */
export function ApproveButton({
  label,
  busy,
  disabled = false,
  region,
  watch,
  subject,
  onArmed,
  onApprove,
}: ApproveButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const arming = useRef<Arming | null>(null)
  const { t } = useScope()
  const [armed, setArmed] = useState(false)
  const [isRefused, setRefused] = useState(false)
  // The latest callbacks, so that a new function does not restart the wait.
  const latest = useRef({ isIdle: !busy && !disabled, onArmed, onApprove, watch })
  latest.current = { isIdle: !busy && !disabled, onArmed, onApprove, watch }

  // Layout effects run before the next paint, so the guard starts and ends together with the visible content.
  useLayoutEffect(() => {
    if (button.current === null || region.current === null) return
    const made = createArming({
      button: button.current,
      region: region.current,
      watch: latest.current.watch(region.current),
      onChange: (next) => {
        setArmed(next)
        if (next) setRefused(false)
        latest.current.onArmed?.(next)
      },
      onRefused: () => {
        if (!latest.current.isIdle) return
        // A press that began before the button was armed: without a new wait, nothing would show that it did not count.
        made.restart()
        setRefused(true)
      },
      onPress: () => {
        if (latest.current.isIdle) latest.current.onApprove()
      },
    })
    arming.current = made
    return () => {
      made.stop()
      arming.current = null
    }
  }, [region])

  useLayoutEffect(() => arming.current?.restart(), [subject])

  return (
    <button
      ref={button}
      type="button"
      class="btn approve"
      data-kind="primary"
      data-arming={armed ? undefined : ''}
      aria-disabled={!armed || busy || disabled ? 'true' : undefined}
      aria-busy={busy ? 'true' : undefined}
    >
      {busy && <Spinner />}
      <span>{isRefused ? t('approve.wait') : label}</span>
    </button>
  )
}
