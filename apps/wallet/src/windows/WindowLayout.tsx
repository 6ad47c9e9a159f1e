import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../ui/Icon.tsx'
import { useScope } from '../ui/Scope.ts'

/** What {@link WindowLayout} takes. */
export type WindowLayoutProps = {
  title: string
  text?: ComponentChildren
  /** The site that the wallet is used on; null on pages of the wallet alone. */
  origin?: string | null
  /** A page that ends: its mark stands over the title, all in the middle. */
  mark?: ComponentChildren
  children?: ComponentChildren
}

/** A page of the wallet: its name, the site it is for, and one sheet. */
export function WindowLayout({ title, text, origin = null, mark, children }: WindowLayoutProps) {
  const { t } = useScope()
  const heading = useRef<HTMLHeadingElement>(null)
  // A new title is a new step: the focus goes there, so that it is read and the tab order begins at its top.
  // Before it is painted: later it would take the focus from whoever has moved on already.
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
