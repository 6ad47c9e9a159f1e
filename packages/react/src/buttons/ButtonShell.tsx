import { createElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { adoptStyles } from '../styles/adoptStyles.ts'
import { applyTheme } from '../theme/applyTheme.ts'
import { tokensCss } from '../theme/tokens.css.ts'
import { buttonCss } from './button.css.ts'

export type ButtonShellProps = {
  children: ReactNode
  kind: 'primary' | 'plain' | 'chip' | 'warn'
  /** Read aloud instead of the content. */
  label?: string | undefined
  /** Shows the label as a tooltip. */
  tip?: boolean | undefined
  busy?: boolean | undefined
  /** Class of the host element, to place the button. */
  className?: string | undefined
  expanded?: boolean | undefined
  onClick: () => void
}

// React 18 warns about layout effects on a server, where neither kind runs.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * A button of the kit inside its own shadow root, so that the CSS of the page and of the button do not affect each other.
 * A server renders a plain button, which `button.css` of this package styles and which works as soon as React has hydrated it.
 */
export function ButtonShell({
  children,
  kind,
  label,
  tip,
  busy = false,
  className,
  expanded,
  onClick,
}: ButtonShellProps) {
  const { loader, mode, variables, locale, direction, buttonsWait, nonce } = useLatchkeyContext()
  const host = useRef<HTMLElement>(null)
  const [root, setRoot] = useState<ShadowRoot>()

  useBrowserLayoutEffect(() => {
    const element = host.current
    if (element === null) return
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    adoptStyles({ root: shadow, styles: [tokensCss, buttonCss], nonce })
    setRoot(shadow)
  }, [nonce])

  useBrowserLayoutEffect(() => {
    if (host.current !== null) applyTheme({ host: host.current, mode, variables, locale, direction })
  }, [mode, variables, locale, direction])

  const button = (
    <button
      type="button"
      className="button"
      data-kind={kind}
      data-waits={buttonsWait || undefined}
      aria-label={label}
      title={tip ? label : undefined}
      aria-busy={busy || undefined}
      aria-haspopup="dialog"
      aria-expanded={expanded}
      onPointerEnter={loader.preload}
      onPointerDown={loader.preload}
      onFocus={loader.preload}
      onClick={onClick}
    >
      {children}
    </button>
  )
  return createElement(
    'latchkey-button',
    // `button.css` styles the server's markup by this mode.
    { ref: host, class: className, 'data-mode': mode },
    root === undefined ? button : createPortal(button, root),
  )
}
