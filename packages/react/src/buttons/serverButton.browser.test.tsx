import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createFixtureLatchkey } from '../../gallery/createFixtureLatchkey.ts'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'
import sheet from './button.css?inline'
import { ConnectButton } from './ConnectButton.tsx'

/** Style sheets that other test files left in the shared page. */
let others: CSSStyleSheet[] = []
beforeEach(() => {
  others = [...document.styleSheets].filter(({ disabled }) => !disabled)
  for (const other of others) other.disabled = true
})
afterEach(() => {
  document.body.replaceChildren()
  for (const other of others) other.disabled = false
})

/** Opens a page as a server sends it, with the package's style sheet and extra styles. */
function open({ css = '', mode = 'dark' }: { css?: string; mode?: 'dark' | 'light' } = {}) {
  const latchkey = createFixtureLatchkey({})
  const app = (
    <LatchkeyProvider latchkey={latchkey} theme={{ mode }}>
      <ConnectButton />
    </LatchkeyProvider>
  )
  const style = document.createElement('style')
  style.textContent = `${css}\n${sheet}`
  const element = document.createElement('div')
  element.id = 'root'
  element.innerHTML = renderToString(app)
  document.body.append(style, element)
  const button = () => {
    const host = element.querySelector('latchkey-button')
    return (host?.shadowRoot ?? host)?.querySelector('button') as HTMLButtonElement
  }
  const takeOver = () => {
    let problem: unknown
    const root = flushSync(() => hydrateRoot(element, app, { onRecoverableError: (error) => (problem = error) }))
    onTestFinished(() => root.unmount())
    return () => problem
  }
  return { button, takeOver }
}

/** Returns the visible properties of a button. */
function look(button: HTMLButtonElement) {
  const { left, top, width, height } = button.getBoundingClientRect()
  const { color, backgroundColor, font, borderRadius, padding, boxShadow } = getComputedStyle(button)
  return { left, top, width, height, color, backgroundColor, font, borderRadius, padding, boxShadow }
}

for (const mode of ['dark', 'light'] as const)
  test(`behavior: the server’s button does not change when React hydrates it, ${mode}`, async () => {
    const { button, takeOver } = open({ mode, css: 'button { padding: 1px; background: grey; font: 12px serif }' })
    const before = look(button())
    expect(before.height).toBe(44)
    const problem = takeOver()
    await expect.poll(() => button().getRootNode()).toBeInstanceOf(ShadowRoot)
    expect(look(button())).toEqual(before)
    expect(problem()).toBe(undefined)
  })

test('behavior: the button keeps its width in a column that stretches its items, unless the page sets another', async () => {
  const column = '#root { display: flex; flex-direction: column; width: 1126px }'
  const { button, takeOver } = open({ css: column })
  takeOver()
  await expect.poll(() => button().getRootNode()).toBeInstanceOf(ShadowRoot)
  expect(button().getBoundingClientRect().width).toBeLessThan(300)
  document.body.style.setProperty('--lk-button-width', '100%')
  onTestFinished(() => void document.body.style.removeProperty('--lk-button-width'))
  expect(button().getBoundingClientRect().width).toBe(1126)
})
