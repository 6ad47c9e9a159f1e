import { errorCatalogue } from '@latchkey/protocol/errors'
import { expect, test, vi } from 'vitest'
import { scenes } from '../../gallery/scenes.ts'
import { modalRoot } from '../../test/modalRoot.ts'
import { renderScene } from '../../test/renderScene.tsx'
import { everyEn } from './everyEn.ts'
import type { Messages } from './Messages.ts'

const errors = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, { message }]) => [`error.${code}`, message]),
)
// A sentence that is cut around its links has brackets around each part.
const bracket = (text: string) =>
  text
    .split(/(<\w+>)/)
    .map((part) => (part === '' || part.startsWith('<') ? part : `⟦${part}⟧`))
    .join('')
const pseudo = Object.fromEntries(
  Object.entries({ ...everyEn, ...errors }).map(([key, text]) => [key, bracket(text)]),
) as unknown as Messages

const spoken = ['aria-label', 'title', 'placeholder', 'alt']

/** Texts for people that did not come from the catalogue. Data is marked `translate="no"`; times and figures are Intl's. */
function strays(root: ShadowRoot): string[] {
  const found: string[] = []
  const isData = (element: Element | null) => element?.closest('[translate=no],time,[data-figures],.toast-text') != null
  const check = (text: string | null, element: Element | null) => {
    let rest = text ?? ''
    // From the inside out: a text may fill a placeholder of another.
    while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '')
    if (/\p{L}/u.test(rest) && !isData(element)) found.push(rest.trim())
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) check(walker.currentNode.textContent, walker.currentNode.parentElement)
  for (const element of root.querySelectorAll('*')) {
    for (const name of spoken) check(element.getAttribute(name), element)
  }
  return found
}

test.each(scenes)('behavior: every text of $id is in the catalogue', async (scene) => {
  await renderScene(scene, { messages: pseudo })
  const roots = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('latchkey-button')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    if (found.length !== 2) throw new Error('The buttons are not there yet')
    return found
  })
  if (scene.history.length > 0) roots.push(await modalRoot())
  expect(roots.flatMap(strays)).toEqual([])
})

test('error: a text outside the catalogue is found', () => {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = '<p>⟦Fine⟧</p><p translate="no">USDC</p><button aria-label="Close">Stray</button>'
  expect(strays(root)).toEqual(['Stray', 'Close'])
})
