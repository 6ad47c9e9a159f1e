import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Arming, createArming } from '../../ui/createArming.ts'
import { useScope } from '../../ui/Scope.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import type { WatchSeen } from '../../ui/watchVisible.ts'

/** What {@link ApproveButton} takes. */
export type ApproveButtonProps = {
  label: string
  busy: boolean
  /** Something is still missing; default: nothing is. */
  disabled?: boolean
  /** What must stay in its place while the button is armed. */
  region: RefObject<HTMLElement | null>
  /** Tells whether a person sees it; made once, after the region is on the page. */
  watch: (region: HTMLElement) => WatchSeen
  /** What it agrees to: another one begins the wait anew. */
  subject: unknown
  onArmed?: (armed: boolean) => void
  onApprove: () => void
}

/** The button that agrees; it counts only once it has been seen for long enough. */
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
  // The latest of each, so that a new function does not begin the wait anew.
  const latest = useRef({ isIdle: !busy && !disabled, onArmed, onApprove, watch })
  latest.current = { isIdle: !busy && !disabled, onArmed, onApprove, watch }

  // Effects of layout: the guard begins and ends with what is on the screen, not a frame later.
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
      onRefused: () => setRefused(!made.isArmed()),
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
