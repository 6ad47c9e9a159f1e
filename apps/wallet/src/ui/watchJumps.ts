/** Position of a pointer in the frame and on the screen. */
type Spot = { clientX: number; clientY: number; screenX: number; screenY: number }

/** Possible page zooms: common browsers go from 50 % to 500 %. */
const zoom = { least: 0.48, most: 5.2 }
/** Pixels of rounding. */
const slack = 4

/**
 * Detects a mouse in the frame that did not move there on its own. Two cases count: it enters the frame, which may also have moved
 * under it, or its position in the frame and on the screen change by different distances. Chromium's own guard against frames that
 * moved a moment ago misses some.
 *
 * @returns a function that stops it
 */
export function watchJumps({ document, onJump }: { document: Document; onJump: () => void }): () => void {
  let last: Spot | undefined
  const look = (event: PointerEvent) => {
    if (!event.isTrusted || event.pointerType === 'touch') return
    const { clientX, clientY, screenX, screenY } = event
    const before = last
    last = { clientX, clientY, screenX, screenY }
    if (before === undefined || isJump(before, last)) onJump()
  }
  const forget = () => {
    last = undefined
  }
  // Before every other listener: the press that comes with the jump must not count.
  document.addEventListener('pointermove', look, { capture: true })
  document.addEventListener('pointerdown', look, { capture: true })
  document.documentElement.addEventListener('pointerleave', forget)
  return () => {
    document.removeEventListener('pointermove', look, { capture: true })
    document.removeEventListener('pointerdown', look, { capture: true })
    document.documentElement.removeEventListener('pointerleave', forget)
  }
}

/**
 * Returns whether two positions of a mouse are impossible in a frame that did not move, at any page zoom.
 *
 * @example isJump({ clientX: 10, clientY: 0, screenX: 50, screenY: 0 }, { clientX: 90, clientY: 0, screenX: 50, screenY: 0 }) // true
 */
export function isJump(before: Spot, after: Spot): boolean {
  return [
    [after.clientX - before.clientX, after.screenX - before.screenX] as const,
    [after.clientY - before.clientY, after.screenY - before.screenY] as const,
  ].some(([inFrame, onScreen]) => {
    const [least, most] = [onScreen / zoom.most, onScreen / zoom.least].sort((a, b) => a - b) as [number, number]
    return inFrame < least - slack || inFrame > most + slack
  })
}
