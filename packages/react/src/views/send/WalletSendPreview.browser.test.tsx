import { expect, test, vi } from 'vitest'
import { scenes } from '../../../gallery/scenes.ts'
import { inModal } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

async function show(id: string): Promise<Element> {
  const scene = scenes.find((known) => known.id === id)
  if (!scene) throw new Error('No scene')
  await renderScene(scene)
  return inModal('.view')
}

const buttons = (view: Element) => [...view.querySelectorAll('.foot button')].map(({ textContent }) => textContent)

test('default: an installed wallet confirms in a window of its own', async () => {
  expect(buttons(await show('send-preview'))).toContain('Confirm')
})

test('behavior: waiting for an installed wallet names it', async () => {
  const view = await show('send-signing')
  expect(view.textContent).toContain('Confirm in Harbor')
  expect(view.textContent).toContain('Compare what Harbor shows with this page')
})

test('behavior: the embedded wallet goes on on its own card', async () => {
  const view = await show('send-preview-embedded')
  const [button] = [...view.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Continue in your wallet',
  )
  expect(view.textContent).not.toContain('Confirm')
  button?.click()
  await vi.waitFor(async () => expect((await inModal('.waiting')).textContent).toContain('Continue in your wallet'))
})

test('behavior: waiting for the embedded wallet speaks of its card, not of a window', async () => {
  const view = await show('send-signing-embedded')
  expect(view.textContent).toContain('Compare what your wallet’s card shows with this page')
  expect(view.textContent).not.toContain('Brass Wallet')
})
