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
  depth: number
}

const heightMs = 200
const fadeMs = 160
const easeOut = 'cubic-bezier(.2,.8,.2,1)'

/**
 * Shows one view and moves from one to the next: the height follows, the old view fades and slides away, the new one
 * comes in. A class, because only `getSnapshotBeforeUpdate` sees the old view's elements while they still stand; the
 * copy that fades away is dead markup, so a view never renders with data that is gone.
 */
export class ViewStage extends Component<ViewStageProps> {
  private readonly stage = createRef<HTMLDivElement>()
  private readonly content = createRef<HTMLDivElement>()
  private readonly focusKeys = new Map<number, string>()
  private observer: ResizeObserver | undefined
  private height: number | undefined
  private heightAnimation: Animation | undefined

  override componentDidMount(): void {
    const content = this.content.current
    if (content === null) return
    this.observer = new ResizeObserver(() => this.followHeight())
    this.observer.observe(content)
    if (this.props.viewKey !== undefined) this.enter({ animate: false })
  }

  override componentWillUnmount(): void {
    this.observer?.disconnect()
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
      this.enter({ animate: previous.viewKey !== undefined })
    }
  }

  private leave(ghost: HTMLElement): void {
    const stage = this.stage.current
    this.dropGhosts()
    if (stage === null || isMotionReduced()) return
    stage.append(ghost)
    if (this.props.viewKey === undefined) {
      // The dialog itself fades away around it.
      window.setTimeout(() => ghost.remove(), 200)
      return
    }
    const animation = ghost.animate(
      [
        { opacity: 1, transform: 'none' },
        { opacity: 0, transform: `translateX(${-this.travel()}px)` },
      ],
      { duration: fadeMs * 0.75, easing: 'ease-out', fill: 'forwards' },
    )
    animation.finished.then(
      () => ghost.remove(),
      () => ghost.remove(),
    )
  }

  private enter({ animate }: { animate: boolean }): void {
    const { stage, content } = { stage: this.stage.current, content: this.content.current }
    if (stage === null || content === null) return
    stage.scrollTop = 0
    if (animate) {
      this.followHeight()
      if (!isMotionReduced()) {
        const animation = content.animate(
          [
            { opacity: 0, transform: `translateX(${this.travel()}px)` },
            { opacity: 1, transform: 'none' },
          ],
          { duration: heightMs, easing: easeOut },
        )
        // Chromium has kept what was inherited while it moved: a view that stayed hidden, or took no click, after the
        // wallet's card lay above it. A style of its own makes the browser look again.
        content.style.order = '1'
        const restyle = () => content.style.removeProperty('order')
        animation.finished.then(restyle, restyle)
      }
    } else {
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
    const running = this.heightAnimation?.playState === 'running'
    const from = running ? stage.offsetHeight : this.height
    if (running) this.heightAnimation?.cancel()
    const to = stage.offsetHeight
    this.height = to
    if (from === undefined || from === 0 || from === to || isMotionReduced()) return
    stage.dataset.moving = ''
    const animation = stage.animate([{ height: `${from}px` }, { height: `${to}px` }], {
      duration: heightMs,
      easing: easeOut,
    })
    this.heightAnimation = animation
    const settle = () => {
      if (this.heightAnimation === animation) delete stage.dataset.moving
    }
    animation.finished.then(settle, settle)
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
