import '../styles/tokens.css'
import '../styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from '../app/App.tsx'
import type { OpenedBy } from '../link/readLink.ts'
import type { Phone } from '../wallet/PhoneContext.ts'
import { fixtureConfig } from './fixtures.ts'

/** Renders the phone with a fixture wallet. @returns function that removes it */
export function renderPhone({
  wallet,
  openedBy = { kind: 'plain' },
  memory = createMemory(),
  config = fixtureConfig,
}: Pick<Phone, 'wallet'> & Partial<Phone> & { openedBy?: OpenedBy }): () => void {
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  root.render(<App phone={{ wallet, config, memory }} openedBy={openedBy} />)
  return () => {
    root.unmount()
    element.remove()
  }
}

/** Makes a storage that ends with the test. */
export function createMemory(entries: Readonly<Record<string, string>> = {}): Phone['memory'] {
  const map = new Map(Object.entries(entries))
  return { getItem: (key) => map.get(key) ?? null, setItem: (key, value) => void map.set(key, value) }
}
