import { Component, createRef, type ReactNode } from 'react'
import { focusView } from './focusView.ts'

export type ViewStageProps = {
  children: ReactNode
  /** Identifies the view; undefined while the modal is closed. */
  viewKey: string | undefined
  direction: 'forward' | 'back'
  /** Right-to-left text: forward moves to the left. */
  mirrored: boolean
  /** Whether the view's code has loaded. Until then a placeholder shows. */
  ready: boolean
  /** Whether a new view takes the focus. */
  takeFocus: boolean
  /** Whether the wallet's card is above. Nothing moves then, nor while it closes. */
  behind: boolean
  depth: number
}

const heightMs = 200
const fadeMs = 120
const closeMs = 200

/**
 * Shows one view, and animates the change to the next one: the height follows, and a copy of the old view fades and slides away above
 * the new one. It is a class because only `getSnapshotBeforeUpdate` can copy the old elements before React removes them. The copy is
 * dead markup, so a view never renders with data that is gone.
 *
 * Only the copy is animated, and timers end every motion. An animation stays at its first keyframe until the browser draws the next
 * frame. On the view itself, a late frame would leave the view blank, or clip its last button.
 */
export class ViewStage extends Component<ViewStageProps> {
  private readonly stage = createRef<HTMLDivElement>()
  private readonly content = createRef<HTMLDivElement>()
  private readonly focusKeys = new Map<number, string>()
  private observer: ResizeObserver | undefined
  private height: number | undefined
  /** Frame and timer of a change of height, while there is one. */
  private motion: { frame: number; end: number } | undefined

  override componentDidMount(): void {
    const content = this.content.current
    if (content === null) return
    this.observer = new ResizeObserver(() => this.followHeight())
    this.observer.observe(content)
    if (this.props.viewKey !== undefined) this.enter({ animate: false })
  }

  override componentWillUnmount(): void {
    this.observer?.disconnect()
    this.settle()
  }

  override getSnapshotBeforeUpdate(previous: ViewStageProps): HTMLElement | null {
    const { viewKey } = this.props
    const content = this.content.current
    const stage = this.stage.current
    if (content === null || stage === null || previous.viewKey === undefined || previous.viewKey === viewKey)
      return null
    const focused = (content.getRootNode() as ShadowRoot).activeElement
    const focusKey = focused?.closest('[data-key]')?.getAttribute('data-key')
    if (typeof focusKey === 'string') this.focusKeys.set(previous.depth, focusKey)
    // The old view was not visible.
    if (previous.behind) return null
    const ghost = content.cloneNode(true) as HTMLElement
    for (const element of ghost.querySelectorAll('[id]')) element.removeAttribute('id')
    ghost.className = 'ghost'
    ghost.inert = true
    ghost.setAttribute('aria-hidden', 'true')
    ghost.style.top = `${-stage.scrollTop}px`
    return ghost
  }

  override componentDidUpdate(previous: ViewStageProps, _: unknown, ghost: HTMLElement | null): void {
    const { viewKey, ready } = this.props
    if (previous.viewKey === viewKey) {
      if (ready && !previous.ready) this.focusLate()
      return
    }
    if (previous.viewKey === undefined) this.dropGhosts()
    if (ghost !== null) this.leave(ghost)
    if (viewKey === undefined) {
      this.focusKeys.clear()
      this.height = undefined
    } else {
      this.enter({ animate: previous.viewKey !== undefined && !previous.behind })
    }
  }

  private leave(ghost: HTMLElement): void {
    const stage = this.stage.current
    this.dropGhosts()
    if (stage === null || isMotionReduced()) return
    stage.append(ghost)
    const isClosing = this.props.viewKey === undefined
    window.setTimeout(() => ghost.remove(), isClosing ? closeMs : fadeMs)
    // The closing dialog fades with it.
    if (isClosing) return
    ghost.animate(
      [
        { opacity: 1, transform: 'none' },
        { opacity: 0, transform: `translateX(${-this.travel()}px)` },
      ],
      { duration: fadeMs, easing: 'ease-out', fill: 'forwards' },
    )
  }

  private enter({ animate }: { animate: boolean }): void {
    const { stage, content } = { stage: this.stage.current, content: this.content.current }
    if (stage === null || content === null) return
    stage.scrollTop = 0
    if (animate) this.followHeight()
    else {
      this.settle()
      this.height = stage.offsetHeight
    }
    if (this.props.takeFocus) {
      const key = this.props.direction === 'back' ? this.focusKeys.get(this.props.depth) : undefined
      // After the dialog has opened, because opening it also moves the focus.
      queueMicrotask(() => focusView({ content, key }))
    }
  }

  /** Moves the focus from the title to a view whose code came late, unless the visitor has moved it. */
  private focusLate(): void {
    const content = this.content.current
    if (content === null || !this.props.takeFocus) return
    const focused = (content.getRootNode() as ShadowRoot).activeElement
    if (focused?.classList.contains('title')) focusView({ content, key: undefined })
  }

  private followHeight(): void {
    const stage = this.stage.current
    if (stage === null || this.props.viewKey === undefined) return
    const from = this.motion === undefined ? this.height : stage.offsetHeight
    this.settle()
    const to = stage.offsetHeight
    this.height = to
    if (from === undefined || from === 0 || from === to || this.props.behind || isMotionReduced()) return
    stage.dataset.moving = ''
    const began = performance.now()
    const move = () => {
      const left = Math.max(0, 1 - (performance.now() - began) / heightMs)
      stage.style.height = `${to + (from - to) * left ** 3}px`
      return requestAnimationFrame(() => {
        if (this.motion === motion) motion.frame = move()
      })
    }
    const motion = { frame: move(), end: window.setTimeout(() => this.settle(), heightMs) }
    this.motion = motion
  }

  /** Ends a change of height. */
  private settle(): void {
    const { motion } = this
    const stage = this.stage.current
    this.motion = undefined
    if (motion === undefined) return
    cancelAnimationFrame(motion.frame)
    window.clearTimeout(motion.end)
    if (stage === null) return
    delete stage.dataset.moving
    stage.style.removeProperty('height')
  }

  private travel(): number {
    const { direction, mirrored } = this.props
    return (direction === 'forward' ? 8 : -8) * (mirrored ? -1 : 1)
  }

  private dropGhosts(): void {
    for (const ghost of this.stage.current?.querySelectorAll('.ghost') ?? []) ghost.remove()
  }

  override render() {
    return (
      <div className="stage" ref={this.stage}>
        <div className="content" ref={this.content}>
          <div key={this.props.viewKey}>{this.props.children}</div>
        </div>
      </div>
    )
  }
}

function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
