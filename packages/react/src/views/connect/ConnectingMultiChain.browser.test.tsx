import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { localOne } from '../../../gallery/fixtures.ts'
import { families, solana } from '../../../gallery/severalWallets.ts'
import { findScene } from '../../../test/findScene.ts'
import { renderScene } from '../../../test/renderScene.tsx'

test.each([
  { active: localOne, first: 'Ethereum' },
  { active: solana, first: 'Solana' },
])('behavior: on $active.name, its family is the first choice', async ({ active, first }) => {
  const scene = findScene('multi-chain')
  await renderScene({ ...scene, world: { ...scene.world, networks: { networks: families, active } } })
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent(first)
})
