import { useInsertionEffect, useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'
import { adoptStyles } from '../styles/adoptStyles.ts'
import { applyTheme } from '../theme/applyTheme.ts'
import { tokensCss } from '../theme/tokens.css.ts'
import { modalCss } from './modal.css.ts'

export type UseShadowHostParameters = {
  /** Parent of the host: the end of `<body>` by default, none while `null`. */
  parent?: HTMLElement | null
}

/** Makes the element that holds the modal, with its shadow root, styles and theme. */
export function useShadowHost({ parent }: UseShadowHostParameters = {}): ShadowRoot {
  const { loader, mode, variables, locale, direction, nonce } = useLatchkeyContext()
  const { groups } = useReadable(loader)
  const [root] = useState(() => document.createElement('latchkey-modal').attachShadow({ mode: 'open' }))

  // Insertion effects: the dialog opens in a layout effect, and needs the styled host on the page by then.
  useInsertionEffect(() => {
    const { host } = root
    const place = parent === undefined ? document.body : parent
    // The page's shortcuts must not fire while the visitor types here. Outside the shadow root the event's target is the host element,
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
