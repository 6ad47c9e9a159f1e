import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../ui/Icon.tsx'
import { useScope } from '../ui/Scope.ts'

export type WindowLayoutProps = {
  title: string
  text?: ComponentChildren
  /** The site that the wallet is used on; null on pages without one. */
  origin?: string | null
  /** Mark of a final page, centered above the title. */
  mark?: ComponentChildren
  children?: ComponentChildren
}

/** A wallet page: its name, its site, and one sheet. */
export function WindowLayout({ title, text, origin = null, mark, children }: WindowLayoutProps) {
  const { t } = useScope()
  const heading = useRef<HTMLHeadingElement>(null)
  // A new title is a new step: move the focus there, so that screen readers read it and the tab order starts there. Before the paint,
  // because later it would steal a focus that the visitor has already moved.
  useLayoutEffect(() => {
    document.title = title
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [title])
  return (
    <div class="window">
      <header class="brand">
        <Icon name="shield" />
        <span>{t('window.brand')}</span>
        {origin !== null && (
          <span class="brand-origin">
            {t('window.for')}{' '}
            <b translate={false} dir="ltr">
              {origin}
            </b>
          </span>
        )}
      </header>
      <main class="sheet" data-outcome={mark === undefined ? undefined : ''}>
        {mark}
        <div class="sheet-head">
          <h1 ref={heading} class="sheet-title" tabIndex={-1}>
            {title}
          </h1>
          {text !== undefined && <p class="sheet-text">{text}</p>}
        </div>
        {children}
      </main>
    </div>
  )
}
