import { createFixtureNode } from '../src/testing/fixtureNode.ts'
import { fixtureNow } from '../src/testing/fixtures.ts'
import { createMemory, renderPhone } from '../src/testing/renderPhone.tsx'
import { scenes } from './scenes.ts'

// Shows one scene: ?scene=home
const scene = scenes.find(({ id }) => id === new URLSearchParams(location.search).get('scene')) ?? scenes[0]
if (!scene) throw new Error('There are no scenes')
globalThis.fetch = createFixtureNode({ fails: () => scene.nodeFails ?? false })
history.replaceState(scene.screen ?? null, '')
renderPhone({
  wallet: scene.wallet(),
  memory: createMemory({ '@latchkey/phone-heard': JSON.stringify({ ['a'.repeat(64)]: fixtureNow - 180_000 }) }),
  ...(scene.openedBy ? { openedBy: scene.openedBy } : {}),
})
