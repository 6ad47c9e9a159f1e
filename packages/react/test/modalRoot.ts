import { vi } from 'vitest'

// A development server sends the sources one by one, which can be slow on a busy machine.
const patience = { timeout: 8000, interval: 10 }

/** Returns the modal's shadow root, once it is on the page. */
export async function modalRoot(): Promise<ShadowRoot> {
  return vi.waitFor(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    if (root === null || root === undefined) throw new Error('The modal is not on the page')
    return root
  }, patience)
}

/** Returns an element of the modal, once it is on the page. */
export async function inModal<E extends HTMLElement = HTMLElement>(selector: string): Promise<E> {
  const root = await modalRoot()
  return vi.waitFor(() => {
    const element = root.querySelector<E>(selector)
    if (element === null) throw new Error(`No ${selector} in the modal`)
    return element
  }, patience)
}

/** Returns the focused element, through every shadow root. */
export function deepFocus(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}
