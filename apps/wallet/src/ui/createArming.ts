import { watchJumps } from './watchJumps.ts'
import type { WatchSeen } from './watchVisible.ts'

/** Milliseconds that a button must be visible without interruption before it counts. */
export const armDelay = 500

export type ArmingParameters = {
  /** The approve button. */
  button: HTMLElement
  /** Region whose position and size must not change: the button and the text right above it. */
  region: HTMLElement
  /** Detects whether the region is visible: `watchVisible` in a frame, `watchFocused` in a window. */
  watch: WatchSeen
  onChange: (armed: boolean) => void
  /** The visitor pressed the button before it was armed. The press is ignored, which the screen must show. */
  onRefused: () => void
  /** The visitor pressed the armed button. */
  onPress: () => void
}

/** Guard of one button. */
export type Arming = {
  isArmed: () => boolean
  /** The subject of the approval has changed: restarts the wait. */
  restart: () => void
  stop: () => void
}

/**
 * Guards a button against clicks that are not meant for it (design: wallet-frame 2.10). It is armed after 500 ms of uninterrupted
 * visibility. Every change of visibility, size, position or content disarms it. A press counts if it is trusted, begins and ends on
 * the armed button, and is not the second half of a double-click. A key press counts if the button had the focus for 500 ms.
 *
 * @example
 * const arming = createArming({ button, region, watch: watchVisible({ element: region }), onChange, onPress: approve })
 */
export function createArming({ button, region, watch, onChange, onRefused, onPress }: ArmingParameters): Arming {
  let seen = false
  let armed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Position of the region when the wait began. */
  let place = ''
  /** Counts every disarming: a press must end in the round in which it began. */
  let round = 0
  let press: { round: number; pointer: number; released: boolean } | undefined
  let focusedAt: number | undefined = button.ownerDocument.activeElement === button ? now() : undefined
  let keyRound: number | undefined

  const placeNow = () => {
    const { x, y, width, height } = region.getBoundingClientRect()
    return [x, y, width, height].map((value) => Math.round(value)).join(' ')
  }
  const set = (next: boolean) => {
    if (armed === next) return
    armed = next
    onChange(next)
  }
  const disarm = () => {
    round++
    clearTimeout(timer)
    timer = undefined
    set(false)
  }
  const restart = () => {
    disarm()
    if (!seen) return
    place = placeNow()
    timer = setTimeout(() => {
      if (placeNow() === place) set(true)
      else restart()
    }, armDelay)
  }
  const onSeen = (next: boolean) => {
    if (next === seen) return
    seen = next
    restart()
  }

  const onPointerDown = (event: PointerEvent) => {
    press = undefined
    if (!event.isTrusted || event.button !== 0) return
    // Something moved the button under the pointer since it was armed.
    if (armed && placeNow() !== place) restart()
    if (armed) press = { round, pointer: event.pointerId, released: false }
  }
  const onPointerUp = (event: PointerEvent) => {
    if (event.isTrusted && press?.pointer === event.pointerId) press.released = true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    keyRound = undefined
    if (!event.isTrusted || event.repeat || focusedAt === undefined || now() - focusedAt < armDelay) return
    if (armed && placeNow() === place) keyRound = round
  }
  const onClick = (event: MouseEvent) => {
    const byPointer = press?.released === true && press.round === round && event.detail === 1
    const byKey = keyRound === round && event.detail === 0
    press = undefined
    keyRound = undefined
    if (!event.isTrusted) return
    if (armed && (byPointer || byKey)) onPress()
    else onRefused()
  }
  const onFocus = () => {
    focusedAt = now()
  }
  const onBlur = () => {
    focusedAt = undefined
    keyRound = undefined
  }

  button.addEventListener('pointerdown', onPointerDown)
  button.addEventListener('pointerup', onPointerUp)
  button.addEventListener('keydown', onKeyDown)
  button.addEventListener('click', onClick)
  button.addEventListener('focus', onFocus)
  button.addEventListener('blur', onBlur)
  const view = button.ownerDocument.defaultView
  view?.addEventListener('resize', restart)
  const onMoved = () => {
    if (seen && placeNow() !== place) restart()
  }
  const sizes = new ResizeObserver(onMoved)
  sizes.observe(region)
  // Scrolling restarts the wait, so that the press after it is not the one that is lost.
  view?.addEventListener('scroll', onMoved, { capture: true, passive: true })
  // A host can move its frame under the mouse. A page cannot do that with a window.
  const isFramed = view !== null && view.parent !== view
  const unwatchJumps = isFramed ? watchJumps({ document: button.ownerDocument, onJump: restart }) : undefined
  const unwatch = watch(onSeen)

  return {
    isArmed: () => armed,
    restart,
    stop: () => {
      disarm()
      unwatch()
      unwatchJumps?.()
      sizes.disconnect()
      view?.removeEventListener('resize', restart)
      view?.removeEventListener('scroll', onMoved, { capture: true })
      button.removeEventListener('pointerdown', onPointerDown)
      button.removeEventListener('pointerup', onPointerUp)
      button.removeEventListener('keydown', onKeyDown)
      button.removeEventListener('click', onClick)
      button.removeEventListener('focus', onFocus)
      button.removeEventListener('blur', onBlur)
    },
  }
}

function now(): number {
  return performance.now()
}
