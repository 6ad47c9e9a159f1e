import { vi } from 'vitest'

// The sources come one by one from a development server, on a machine that may be busy.
const patience = { timeout: 8000, interval: 10 }

/** The modal's shadow root, once it is on the page. */
export async function modalRoot(): Promise<ShadowRoot> {
  return vi.waitFor(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    if (root === null || root === undefined) throw new Error('The modal is not on the page')
    return root
  }, patience)
}

/** An element of the modal, once it is there. */
export async function inModal<E extends HTMLElement = HTMLElement>(selector: string): Promise<E> {
  const root = await modalRoot()
  return vi.waitFor(() => {
    const element = root.querySelector<E>(selector)
    if (element === null) throw new Error(`No ${selector} in the modal`)
    return element
  }, patience)
}

/** The element that has the focus, through every shadow root. */
export function deepFocus(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}
