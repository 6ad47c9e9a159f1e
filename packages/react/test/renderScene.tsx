import { vi } from 'vitest'
import { createFixtureLatchkey, type FixtureLatchkey } from '../gallery/createFixtureLatchkey.ts'
import type { Scene } from '../gallery/scenes.ts'
import { typeInto } from '../gallery/typeInto.ts'
import { ConnectButton, LatchkeyProvider, type LatchkeyProviderProps, NetworkButton } from '../src/exports/index.ts'
import { modalRoot } from './modalRoot.ts'
import { renderChangingApp } from './renderApp.tsx'

const patience = { timeout: 8000, interval: 10 }

/** How a scene is shown. */
export type SceneProps = Pick<LatchkeyProviderProps, 'theme' | 'messages' | 'locale'>

/** Renders a scene of the gallery and waits until nothing moves. */
export async function renderScene(scene: Scene, props: SceneProps = {}): Promise<FixtureLatchkey> {
  return (await renderChangingScene(scene, props)).latchkey
}

/** Renders a scene and waits until nothing moves; `update` renders it again with other props. */
export async function renderChangingScene(
  scene: Scene,
  props: SceneProps,
): Promise<{ latchkey: FixtureLatchkey; update: (props: SceneProps) => void }> {
  const latchkey = createFixtureLatchkey(scene.world)
  if (scene.history.length > 0) {
    latchkey.stores.modal.setState((state) => ({ ...state, open: true, history: scene.history }))
  }
  const app = (shown: SceneProps) => (
    <LatchkeyProvider latchkey={latchkey} {...shown}>
      <main>
        <h1 translate="no">Page</h1>
        <NetworkButton />
        <ConnectButton />
      </main>
    </LatchkeyProvider>
  )
  const { update } = renderChangingApp(app(props))
  if (scene.history.length > 0) {
    const root = await modalRoot()
    await vi.waitFor(() => {
      if (root.querySelector('.view') === null) throw new Error('The view is not there yet')
    }, patience)
    if (scene.typed !== undefined) {
      typeInto(root, scene.typed)
      await vi.waitFor(() => {
        if (root.querySelector('.names-state[aria-busy]') !== null && scene.world.suggestions !== 'never')
          throw new Error('It still asks')
      }, patience)
    }
    await atRest(root)
  }
  return { latchkey, update: (shown) => update(app(shown)) }
}

/** Waits until nothing moves, except endless animations. */
export async function atRest(root: ShadowRoot): Promise<void> {
  await vi.waitFor(() => {
    const isMoving = root
      .getAnimations()
      .some((animation) => animation.playState === 'running' && animation.effect?.getTiming().iterations !== Infinity)
    if (isMoving) throw new Error('It still moves')
  }, patience)
}
