import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createBrowserEnvironment } from '../../environment/createBrowserEnvironment.ts'
import type { Page } from '../../environment/Environment.ts'
import { mountFrame } from './mountFrame.ts'
import { openFrame } from './openFrame.ts'

/** A page that acts like the wallet's frame: it does the handshake and echoes requests. */
const framePage = `<!doctype html><html lang="en"><title>Wallet</title><button>In the wallet</button><script>
  addEventListener('message', ({ data, ports }) => {
    if (data?.k !== 'ew:hello') return
    const [port] = ports
    port.onmessage = ({ data: { id, type } }) => port.postMessage({ k: 'res', id, ok: true, result: { type } })
    port.postMessage({ k: 'evt', event: { name: 'ready', nonce: data.nonce } })
  })
  parent.postMessage({ k: 'ew:loaded' }, '*')
</script></html>`

function urlOf(html: string): string {
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  onTestFinished(() => URL.revokeObjectURL(url))
  return url
}

async function open() {
  const [onCancel, onLost, onEvent] = [vi.fn(), vi.fn(), vi.fn()]
  const before = document.createElement('button')
  before.textContent = 'In the page'
  document.body.append(before)
  before.focus()
  onTestFinished(() => before.remove())
  const opened = await openFrame({
    environment: createBrowserEnvironment({ storage: undefined }),
    page: window as unknown as Page,
    mountFrame,
    url: new URL(urlOf(framePage)),
    title: 'Brass Wallet',
    projectId: '0'.repeat(32),
    onEvent,
    onCancel,
    onLost,
  })
  onTestFinished(opened.close)
  const host = document.querySelector('latchkey-wallet')
  const root = host?.shadowRoot
  const dialog = root?.querySelector('dialog')
  const frame = host?.querySelector('iframe')
  if (!host || !root || !dialog || !frame) throw new Error('The frame is not on the page')
  return { ...opened, host, root, dialog, frame, before, onCancel, onLost }
}

test('default: isolated, named, hidden until it has something to show; it answers requests while hidden', async () => {
  const { ask, dialog, frame } = await open()
  const origin = location.origin
  expect(frame.getAttribute('sandbox')?.split(' ').sort()).toStrictEqual([
    'allow-forms',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-same-origin',
    'allow-scripts',
    'allow-storage-access-by-user-activation',
  ])
  expect(frame.allow.split(';').map((part) => part.trim())).toStrictEqual([
    `publickey-credentials-get ${origin}`,
    `publickey-credentials-create ${origin}`,
    `storage-access ${origin}`,
    `clipboard-write ${origin}`,
  ])
  expect([frame.referrerPolicy, frame.title, dialog.getAttribute('aria-label')]).toStrictEqual([
    'strict-origin',
    'Brass Wallet',
    'Brass Wallet',
  ])
  expect(dialog.open).toBe(false)
  await expect(ask('isConnected', {}, new AbortController().signal)).resolves.toStrictEqual({ type: 'isConnected' })
})

test('behavior: finding F2: threat 150: a window of the wallet finds the frame among those of the page that opened it', async () => {
  const { frame } = await open()
  expect(Array.from({ length: window.length }, (_, index) => window[index])).toContain(frame.contentWindow)
})

test('behavior: the page’s own style sheets do not affect the frame', async () => {
  const sheet = document.createElement('style')
  sheet.textContent =
    'iframe{opacity:0!important;width:10px!important;height:9px!important;filter:blur(2px);transform:scale(.1)!important}'
  document.head.append(sheet)
  onTestFinished(() => sheet.remove())
  const { mount, frame } = await open()
  await page.viewport(1280, 900)
  mount.show()
  mount.resize(234)
  const { opacity, filter, transform, width, height } = getComputedStyle(frame)
  expect({ opacity, filter, transform, width, height }).toStrictEqual({
    opacity: '1',
    filter: 'none',
    transform: 'none',
    width: '360px',
    height: '234px',
  })
})

test('behavior: any page that loads in the frame is reported, even a silent one', async () => {
  const onLoad = vi.fn()
  const url = urlOf('<!doctype html><title>Another page</title>')
  const mount = mountFrame({ url, title: 'Brass Wallet', onCancel: () => {}, onLoad, onLost: () => {} })
  onTestFinished(mount.remove)
  expect(onLoad).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(onLoad).toHaveBeenCalledTimes(1))
})

test('behavior: the card takes the focus, keeps the page inert, and gives the focus back', async () => {
  const { mount, dialog, frame, before } = await open()
  expect(document.activeElement).toBe(before)
  mount.show()
  expect(dialog.matches(':modal')).toBe(true)
  expect(document.activeElement).toBe(frame)
  before.focus()
  expect(document.activeElement).toBe(frame)
  mount.show()
  mount.hide()
  expect([dialog.open, document.activeElement]).toStrictEqual([false, before])
})

test('behavior: Escape, the back gesture and a click beside the card request a cancel; none closes the card directly', async () => {
  const { mount, dialog, frame, onCancel } = await open()
  const outside = vi.fn()
  window.addEventListener('keydown', outside)
  onTestFinished(() => window.removeEventListener('keydown', outside))
  mount.show()
  dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true, cancelable: true }))
  expect(onCancel).toHaveBeenCalledTimes(1)
  dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true, composed: true }))
  expect(outside).not.toHaveBeenCalled()
  const gesture = new Event('cancel', { cancelable: true })
  dialog.dispatchEvent(gesture)
  expect([onCancel.mock.calls.length, gesture.defaultPrevented]).toStrictEqual([2, true])
  await userEvent.click(dialog, { position: { x: 3, y: 3 } })
  expect(onCancel).toHaveBeenCalledTimes(3)
  await userEvent.click(frame, { position: { x: 100, y: 200 } })
  expect([onCancel.mock.calls.length, dialog.open]).toStrictEqual([3, true])
  // If the browser closes the dialog without asking, it opens again during a request.
  dialog.close()
  await vi.waitFor(() => expect(dialog.open).toBe(true))
})

test('behavior: a card of 360 px in the middle; a bottom sheet on a phone', async () => {
  const { mount, frame } = await open()
  await page.viewport(1280, 900)
  mount.show()
  mount.resize(500)
  const box = () => frame.getBoundingClientRect()
  expect([box().width, box().height, box().left, box().top]).toStrictEqual([360, 500, (innerWidth - 360) / 2, 200])
  mount.resize(5000)
  expect(box().height).toBe(900 - 32)
  await page.viewport(390, 800)
  mount.resize(500)
  await vi.waitFor(() => expect([box().width, box().bottom, box().left]).toStrictEqual([390, 800, 0]))
  expect(getComputedStyle(frame).borderBottomLeftRadius).toBe('0px')
})

test('behavior: after a raise, it is above a dialog that opened later', async () => {
  const { mount, frame } = await open()
  await page.viewport(1280, 900)
  mount.show()
  const late = document.createElement('dialog')
  late.style.cssText = 'width:100%;height:100%'
  document.body.append(late)
  onTestFinished(() => late.remove())
  late.showModal()
  expect(document.elementFromPoint(640, 450)).toBe(late)
  mount.raise()
  expect(document.elementFromPoint(640, 450)).toBe(frame)
  mount.hide()
  mount.raise()
  expect(document.elementFromPoint(640, 450)).toBe(late)
})

test('behavior: threat 7: a sibling frame that claims to be the wallet gets nothing', async () => {
  const answered: unknown[] = []
  const listen = ({ data }: MessageEvent) => {
    if (data?.k === 'sibling') answered.push(data.got)
  }
  window.addEventListener('message', listen)
  onTestFinished(() => window.removeEventListener('message', listen))
  const sibling = document.createElement('iframe')
  sibling.src = urlOf(`<script>
    addEventListener('message', ({ data, ports }) => parent.postMessage({ k: 'sibling', got: [data.k, ports.length] }, '*'))
    parent.postMessage({ k: 'ew:loaded' }, '*')
  </script>`)
  document.body.append(sibling)
  onTestFinished(() => sibling.remove())
  await new Promise((resolve) => sibling.addEventListener('load', resolve, { once: true }))
  const { ask, onLost } = await open()
  const { contentWindow } = sibling
  contentWindow?.postMessage({ k: 'probe' }, '*')
  await vi.waitFor(() => expect(answered.length).toBeGreaterThan(0))
  expect(answered).toStrictEqual([['probe', 0]])
  await ask('getUser', {}, new AbortController().signal)
  expect(onLost).not.toHaveBeenCalled()
})

test('behavior: threat 9: a frame that reloads loses its port, and its open requests end', async () => {
  const { ask, frame, host, onLost } = await open()
  frame.contentWindow?.location.reload()
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(1))
  await expect(ask('getUser', {}, new AbortController().signal)).rejects.toMatchObject({ code: 'frame_failed' })
  expect(host.isConnected).toBe(false)
})

test.each(['host', 'dialog', 'frame'] as const)(
  'behavior: if the page removes the %s, that is reported immediately, and nothing blank remains',
  async (part) => {
    const opened = await open()
    opened.mount.show()
    opened[part].remove()
    await vi.waitFor(() => expect(opened.onLost).toHaveBeenCalledTimes(1))
    expect(opened.host.isConnected).toBe(false)
  },
)
