import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { armDelay, createArming } from './createArming.ts'

let seen: (next: boolean) => void = () => {}
let stop = () => {}
let arming: ReturnType<typeof createArming>
let button: HTMLButtonElement
let region: HTMLDivElement
const onPress = vi.fn()
const onChange = vi.fn()
const onRefused = vi.fn()

beforeEach(() => {
  // The clock moves only where a test waits: a click that takes half a second on a busy machine is still a quick one.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onPress.mockReset()
  onChange.mockReset()
  onRefused.mockReset()
  document.body.innerHTML =
    '<div><p>Words</p><button type="button">Approve</button></div><button id="other">Other</button>'
  const [div, element] = [document.querySelector('div'), document.querySelector('button')]
  if (div === null || element === null) throw new Error('The page has no button')
  region = div
  button = element
  arming = createArming({
    button,
    region,
    watch: (listener) => {
      seen = listener
      return () => {
        seen = () => {}
      }
    },
    onChange,
    onRefused,
    onPress,
  })
  stop = arming.stop
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

/** The mouse rests on the button, so that its arrival does not count. */
const rest = async () => {
  await userEvent.hover(button)
  await armed()
}
const armed = () => vi.waitFor(() => expect(arming.isArmed()).toBe(true), { interval: 10 })

test('default: visible for 500 ms, then pressed', async () => {
  const began = performance.now()
  seen(true)
  await armed()
  expect(performance.now() - began).toBeGreaterThanOrEqual(armDelay - 1)
  await rest()
  await userEvent.click(button)
  expect(onPress).toHaveBeenCalledTimes(1)
})

test('behavior: threat 12: a click of a mouse that just arrived does nothing', async () => {
  seen(true)
  await armed()
  await userEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
  expect(arming.isArmed()).toBe(false)
})

test('behavior: threat 13: a click before 500 ms of visibility does nothing, and begins nothing', async () => {
  seen(true)
  await userEvent.click(button)
  expect(arming.isArmed()).toBe(false)
  expect(onPress).not.toHaveBeenCalled()
  // The refusal is reported for a trusted click, not for a script's.
  expect(onRefused).toHaveBeenCalledTimes(1)
  button.click()
  expect(onRefused).toHaveBeenCalledTimes(1)
})

test('behavior: threat 13: every interruption restarts the wait', async () => {
  seen(true)
  await armed()
  seen(false)
  expect(arming.isArmed()).toBe(false)
  await userEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
  seen(true)
  expect(arming.isArmed()).toBe(false)
  await rest()
  await userEvent.click(button)
  expect(onPress).toHaveBeenCalledTimes(1)
})

test('behavior: threat 13: the second half of a double-click does not count', async () => {
  seen(true)
  await rest()
  button.addEventListener('pointerdown', () => arming.restart(), { once: true, capture: true })
  await userEvent.dblClick(button)
  await armed()
  expect(onPress).not.toHaveBeenCalled()
})

test('behavior: threat 14: synthetic clicks and pointers do nothing', async () => {
  seen(true)
  await rest()
  button.click()
  const init = { bubbles: true, pointerId: 1, button: 0, detail: 1 }
  button.dispatchEvent(new PointerEvent('pointerdown', init))
  button.dispatchEvent(new PointerEvent('pointerup', init))
  button.dispatchEvent(new MouseEvent('click', init))
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  button.dispatchEvent(new MouseEvent('click', { ...init, detail: 0 }))
  expect(onPress).not.toHaveBeenCalled()
})

test('behavior: threat 12: moving or resizing the button restarts the wait', async () => {
  seen(true)
  await rest()
  region.style.paddingTop = '40px'
  await userEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
  await armed()
  await page.viewport(500, 700)
  await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith(false))
})

test('behavior: scrolling restarts the wait at once, so that the press after it is not lost', async () => {
  document.body.style.height = '3000px'
  seen(true)
  await armed()
  window.scrollTo(0, 10)
  await vi.waitFor(() => expect(arming.isArmed()).toBe(false), { interval: 5 })
  await rest()
  await userEvent.click(button)
  expect(onPress).toHaveBeenCalledTimes(1)
  window.scrollTo(0, 0)
  document.body.style.height = ''
})

test('behavior: threat 12: another description restarts the wait', async () => {
  seen(true)
  await rest()
  arming.restart()
  expect(arming.isArmed()).toBe(false)
  await userEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
})

test('behavior: a press must begin and end on the button', async () => {
  seen(true)
  await rest()
  const other = document.querySelector<HTMLElement>('#other')
  if (other === null) throw new Error('The page has no other button')
  await userEvent.dragAndDrop(other, button)
  await userEvent.dragAndDrop(button, other)
  expect(onPress).not.toHaveBeenCalled()
})

test('behavior: the keyboard counts after 500 ms of focus', async () => {
  seen(true)
  await armed()
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(onPress).not.toHaveBeenCalled()
  const focused = performance.now()
  await vi.waitFor(() => expect(performance.now() - focused).toBeGreaterThan(armDelay))
  await userEvent.keyboard('{Enter}')
  expect(onPress).toHaveBeenCalledTimes(1)
  await userEvent.keyboard(' ')
  expect(onPress).toHaveBeenCalledTimes(2)
})

test('behavior: stopped, it is disarmed and stays so', async () => {
  seen(true)
  await rest()
  arming.stop()
  expect(arming.isArmed()).toBe(false)
  await userEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
})
