import { expect, test } from 'vitest'
import { findScene } from '../../test/findScene.ts'
import { inModal } from '../../test/modalRoot.ts'
import { renderScene } from '../../test/renderScene.tsx'

/** Returns the label of the network cost in a scene, and the figure. */
async function costOf(id: string) {
  await renderScene(findScene(id))
  const view = await inModal('.view')
  view.querySelector<HTMLElement>('.quote-summary[aria-expanded="false"]')?.click()
  const read = () =>
    [...view.querySelectorAll('.detail')]
      .map((detail) => [
        detail.querySelector('dt')?.textContent ?? '',
        detail.querySelector('dd .figures')?.textContent,
      ])
      .filter(([name]) => name?.startsWith('Network cost'))
  await expect.poll(() => read().length).toBe(1)
  return read()[0]
}

test.each([
  ['swap-filled', 'Network cost, about'],
  ['swap-preview', 'Network cost, at most'],
  ['send-preview', 'Network cost, at most'],
  ['send-preview-bitcoin', 'Network cost'],
  ['send-preview-solana', 'Network cost'],
])('behavior: %s calls it “%s”: an estimate, a limit and a price are three things', async (id, name) => {
  expect((await costOf(id))?.[0]).toBe(name)
})

test('behavior: a limit is rounded up to four digits, like on the wallet’s card', async () => {
  const scene = findScene('swap-preview')
  const swap = scene.world.swap
  if (swap?.status !== 'preview') throw new Error('No preview')
  const preview = { ...swap.preview, networkCostText: '0.000317184391239' }
  await renderScene({ ...scene, world: { ...scene.world, swap: { ...swap, preview } } })
  const view = await inModal('.view')
  await expect.poll(() => view.textContent).toContain(`Network cost, at most0.0003172 ${preview.nativeSymbol}`)
})
