import { Component, createRef, type ReactNode } from 'react'
import { focusView } from './focusView.ts'

/** What {@link ViewStage} takes. */
export type ViewStageProps = {
  children: ReactNode
  /** Tells views apart; undefined while the modal is closed. */
  viewKey: string | undefined
  direction: 'forward' | 'back'
  /** Right-to-left text: forward goes to the left. */
  mirrored: boolean
  /** Whether the view's code is there; until then a placeholder stands in for it. */
  ready: boolean
  /** Whether a new view takes the focus. */
  takeFocus: boolean
  /** Whether the wallet's card lies above: nothing moves then, nor while it goes. */
  behind: boolean
  depth: number
}

const heightMs = 200
const fadeMs = 120
const closeMs = 200

/**
 * Shows one view and moves from one to the next: the height follows, and a copy of the old view fades and slides away above
 * the new one. A class, because only `getSnapshotBeforeUpdate` sees the old view's elements while they still stand; the
 * copy is dead markup, so a view never renders with data that is gone.
 *
 * The browser animates nothing but the copy, and timers end every motion. An animation waits for the browser's next frame in the state
 * of its first keyframe: on the view itself, a frame that comes late leaves the view blank, or clips its last button.
 */
export class ViewStage extends Component<ViewStageProps> {
  private readonly stage = createRef<HTMLDivElement>()
  private readonly content = createRef<HTMLDivElement>()
  private readonly focusKeys = new Map<number, string>()
  private observer: ResizeObserver | undefined
  private height: number | undefined
  /** The frame and the end of a change of height, while there is one. */
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
    // Nobody saw it.
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
    // The dialog itself fades away around it.
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
      // After the dialog has opened: showing it moves the focus too.
      queueMicrotask(() => focusView({ content, key }))
    }
  }

  /** A view whose code came late takes the focus from the title, where it waited; a visitor who moved on keeps it. */
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
