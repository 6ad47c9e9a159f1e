import { useInsertionEffect, useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'
import { adoptStyles } from '../styles/adoptStyles.ts'
import { applyTheme } from '../theme/applyTheme.ts'
import { tokensCss } from '../theme/tokens.css.ts'
import { modalCss } from './modal.css.ts'

/** What {@link useShadowHost} takes. */
export type UseShadowHostParameters = {
  /** Where the host goes; the end of `<body>` when left out, nowhere while `null`. */
  parent?: HTMLElement | null
}

/** Makes the element that holds the modal, with its shadow root, styles and theme. */
export function useShadowHost({ parent }: UseShadowHostParameters = {}): ShadowRoot {
  const { loader, mode, variables, locale, direction, nonce } = useLatchkeyContext()
  const { groups } = useReadable(loader)
  const [root] = useState(() => document.createElement('latchkey-modal').attachShadow({ mode: 'open' }))

  // Insertion effects: the dialog inside opens in a layout effect, and by then the host must stand in the page, styled.
  useInsertionEffect(() => {
    const { host } = root
    const place = parent === undefined ? document.body : parent
    // A page's shortcuts must not fire while somebody types in here: outside, the event's target is the host element,
    // so the page cannot see that it came from an input.
    const keep = (event: Event) => event.stopPropagation()
    const types = ['keydown', 'keyup', 'keypress'] as const
    for (const type of types) host.addEventListener(type, keep)
    place?.append(host)
    return () => {
      for (const type of types) host.removeEventListener(type, keep)
      host.remove()
    }
  }, [root, parent])

  useInsertionEffect(() => {
    const sheets = new Set(Object.values(groups).flatMap((group) => group.styles))
    adoptStyles({ root, styles: [tokensCss, modalCss, ...sheets], nonce })
  }, [root, groups, nonce])

  useInsertionEffect(() => {
    applyTheme({ host: root.host as HTMLElement, mode, variables, locale, direction })
  }, [root, mode, variables, locale, direction])

  return root
}
