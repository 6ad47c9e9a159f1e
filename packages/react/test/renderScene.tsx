import { vi } from 'vitest'
import { createFixtureLatchkey, type FixtureLatchkey } from '../gallery/createFixtureLatchkey.ts'
import type { Scene } from '../gallery/scenes.ts'
import { ConnectButton, LatchkeyProvider, type LatchkeyProviderProps, NetworkButton } from '../src/exports/index.ts'
import { modalRoot } from './modalRoot.ts'
import { renderApp } from './renderApp.tsx'

/** Shows a scene of the gallery and waits until nothing moves any more. */
export async function renderScene(
  scene: Scene,
  props: Pick<LatchkeyProviderProps, 'theme' | 'messages' | 'locale'> = {},
): Promise<FixtureLatchkey> {
  const latchkey = createFixtureLatchkey(scene.world)
  if (scene.history.length > 0) {
    latchkey.stores.modal.setState((state) => ({ ...state, open: true, history: scene.history }))
  }
  renderApp(
    <LatchkeyProvider latchkey={latchkey} {...props}>
      <main>
        <h1 translate="no">Page</h1>
        <NetworkButton />
        <ConnectButton />
      </main>
    </LatchkeyProvider>,
  )
  if (scene.history.length === 0) return latchkey
  const root = await modalRoot()
  await vi.waitFor(() => {
    if (root.querySelector('.view') === null) throw new Error('The view is not there yet')
  }, 8000)
  await atRest(root)
  return latchkey
}

/** Waits until nothing in there moves any more, but for what moves for ever. */
export async function atRest(root: ShadowRoot): Promise<void> {
  await vi.waitFor(() => {
    const isMoving = root
      .getAnimations()
      .some((animation) => animation.playState === 'running' && animation.effect?.getTiming().iterations !== Infinity)
    if (isMoving) throw new Error('It still moves')
  }, 8000)
}
