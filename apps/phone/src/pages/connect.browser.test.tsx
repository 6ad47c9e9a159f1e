import encodeQR from 'qr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createFixtureWallet, type FixtureWallet } from '../testing/createFixtureWallet.ts'
import { createFixtureNode } from '../testing/fixtureNode.ts'
import { renderPhone } from '../testing/renderPhone.tsx'

const uri = `wc:${'a1'.repeat(32)}@2?relay-protocol=irn&symKey=${'b2'.repeat(32)}&expiryTimestamp=1795000000`

let clear = () => {}
let wallet: FixtureWallet
const fetch = globalThis.fetch
beforeEach(async () => {
  await page.viewport(390, 844)
  globalThis.fetch = createFixtureNode()
  history.replaceState({ name: 'connect' }, '')
  wallet = createFixtureWallet()
  clear = renderPhone({ wallet })
  await expect.element(page.getByRole('heading', { name: 'Connect to a site' })).toBeVisible()
})
afterEach(() => {
  clear()
  globalThis.fetch = fetch
  vi.restoreAllMocks()
})

/** Draws a code as a screen shows it. */
function drawCode(text: string): HTMLCanvasElement {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const canvas = document.createElement('canvas')
  const scale = 6
  canvas.width = canvas.height = rows.length * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * scale, y * scale, scale, scale)
  return canvas
}
async function toFile(canvas: HTMLCanvasElement): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!blob) throw new Error('No picture')
  return new File([blob], 'code.png', { type: 'image/png' })
}

test('default: reads a picture of a code', async () => {
  await userEvent.upload(page.getByLabelText('Picture of a code'), await toFile(drawCode(uri)))
  await vi.waitFor(() => expect(wallet.calls).toEqual([['pair', uri]]))
  await expect.element(page.getByText('Waiting for the site')).toBeVisible()
})

test('default: the camera reads a link with a code', async () => {
  const canvas = drawCode(`https://phone.example/wc?uri=${encodeURIComponent(uri)}`)
  const stream = canvas.captureStream(10)
  const [track] = stream.getTracks()
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream)
  await page.getByRole('button', { name: 'Use the camera' }).click()
  // A canvas produces a frame when it is drawn on.
  const drawing = setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 1, 1), 50)
  try {
    await vi.waitFor(() => expect(wallet.calls).toEqual([['pair', uri]]))
  } finally {
    clearInterval(drawing)
  }
  await vi.waitFor(() => expect(track?.readyState).toBe('ended'))
})

test.each([
  ['NotAllowedError', 'The camera is blocked'],
  ['NotFoundError', 'No camera here'],
])('error: the camera: %s', async (name, text) => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name))
  await page.getByRole('button', { name: 'Use the camera' }).click()
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('error: a picture without a code, and a file that is not a picture', async () => {
  const blank = document.createElement('canvas')
  await userEvent.upload(page.getByLabelText('Picture of a code'), await toFile(blank))
  await expect.element(page.getByRole('alert')).toHaveTextContent('There is no readable code in this picture.')
  const text = new File(['hello'], 'code.png', { type: 'image/png' })
  await userEvent.upload(page.getByLabelText('Picture of a code'), text)
  await expect.element(page.getByRole('alert')).toHaveTextContent('This file is not a picture.')
  expect(wallet.calls).toEqual([])
})

test('default: reads a code from the paste button', async () => {
  const read = vi.spyOn(navigator.clipboard, 'readText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await page.getByRole('button', { name: 'Paste' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('does not let this page read the clipboard')
  read.mockResolvedValueOnce(uri)
  await page.getByRole('button', { name: 'Paste' }).click()
  await vi.waitFor(() => expect(wallet.calls).toEqual([['pair', uri]]))
})

test('behavior: reports a site that sends no request in time, and another code can be used', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await page.getByLabelText('Or enter the code').fill(uri)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Waiting for the site')).toBeVisible()
    vi.advanceTimersByTime(10_000)
  } finally {
    vi.useRealTimers()
  }
  await expect.element(page.getByText('The site has not asked yet')).toBeVisible()
  await page.getByRole('button', { name: 'Use another code' }).click()
  await expect.element(page.getByLabelText('Or enter the code')).toBeVisible()
})
