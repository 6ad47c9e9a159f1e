import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createFixtureLatchkey } from '../../gallery/createFixtureLatchkey.ts'
import { connected } from '../../gallery/fixtures.ts'
import { emulateMedia } from '../../test/emulateMedia.ts'
import { inModal, modalRoot } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'

async function openAccount() {
  await emulateMedia('prefers-reduced-motion', 'no-preference')
  await page.viewport(1280, 900)
  const latchkey = createFixtureLatchkey({ connection: connected })
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <p>App</p>
    </LatchkeyProvider>,
  )
  void latchkey.modal.open()
  await inModal('.total')
  const root = await modalRoot()
  await vi.waitFor(() => expect(root.getAnimations().length).toBe(0))
  return { latchkey, root }
}

/** Returns the visible state of the view, and the element that receives a click in the middle of its last button. */
function look(root: ShadowRoot) {
  const content = root.querySelector<HTMLElement>('.content')
  const button = [...root.querySelectorAll<HTMLElement>('.content button')].at(-1)
  if (!content || !button) throw new Error('There is no view')
  button.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = button.getBoundingClientRect()
  const hit = root.elementFromPoint(x + width / 2, y + height / 2)
  const { opacity, visibility, transform } = getComputedStyle(content)
  return {
    opacity,
    visibility,
    transform,
    isHit: button.contains(hit),
    isCovered: root.querySelector('.ghost') !== null,
  }
}
const wholly = { opacity: '1', visibility: 'visible', transform: 'none', isHit: true, isCovered: false }

test('behavior: a view shows and receives clicks without an animation frame', async () => {
  const { latchkey, root } = await openAccount()
  // The state of an animation before the next frame: its first keyframe, without an end.
  const { animate } = Element.prototype
  const animated = vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, ...what) {
    const animation = animate.apply(this, what)
    animation.pause()
    return animation
  })
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  onTestFinished(() => {
    animated.mockRestore()
    frames.mockRestore()
  })
  latchkey.modal.push('Receive')
  await inModal('.qr')
  await expect.poll(() => look(root), { timeout: 2000 }).toEqual(wholly)
  latchkey.modal.goBack()
  await inModal('.total')
  await expect.poll(() => look(root), { timeout: 2000 }).toEqual(wholly)
})

test('behavior: the view itself is never animated, only the copy of the one before', async () => {
  const { latchkey, root } = await openAccount()
  const animated: string[] = []
  const { animate } = Element.prototype
  const spy = vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, ...what) {
    animated.push(this.className)
    return animate.apply(this, what)
  })
  onTestFinished(() => spy.mockRestore())
  latchkey.modal.push('Receive')
  await inModal('.qr')
  await expect.poll(() => root.querySelector('.ghost')).toBeNull()
  expect(animated).toEqual(['ghost'])
})

test('behavior: nothing moves behind the wallet’s card, nor when it closes with a view', async () => {
  const { latchkey, root } = await openAccount()
  const spy = vi.spyOn(Element.prototype, 'animate')
  onTestFinished(() => spy.mockRestore())
  const ask = (asks: boolean) =>
    latchkey.stores.email.setState((state) => ({
      ...state,
      prompt: asks ? { card: 'approve', closable: true, approval: true } : undefined,
    }))
  const moved: boolean[] = []
  const stage = await inModal('.stage')
  const observer = new MutationObserver(() => moved.push(stage.dataset.moving === ''))
  observer.observe(stage, { attributeFilter: ['data-moving'] })
  onTestFinished(() => observer.disconnect())
  ask(true)
  await vi.waitFor(() => expect(look(root).visibility).toBe('hidden'))
  latchkey.modal.push('Receive')
  await inModal('.qr')
  ask(false)
  latchkey.modal.goBack()
  await vi.waitFor(() => expect(root.querySelector('.total')).not.toBeNull())
  expect(look(root)).toEqual(wholly)
  expect(spy).not.toHaveBeenCalled()
  expect(moved).not.toContain(true)
})

test('behavior: a view that opened below another wallet’s dialog shows and receives clicks after that dialog closes', async () => {
  const { latchkey, root } = await openAccount()
  const wallet = document.createElement('dialog')
  document.body.append(wallet)
  onTestFinished(() => wallet.remove())
  for (const mark of ['.qr', '.total', '.qr']) {
    if (mark === '.qr') latchkey.modal.push('Receive')
    else latchkey.modal.goBack()
    await inModal('.ghost')
    wallet.showModal()
    await inModal(mark)
    expect(look(root).isHit).toBe(false)
    wallet.close()
    await expect.poll(() => look(root), { timeout: 2000 }).toEqual(wholly)
  }
})
