import { verifyMessage } from 'viem/utils'
import { expect, login, test } from './walletTest.ts'

const text = 'Log of the ship, day 12'
const message = `0x${Buffer.from(text).toString('hex')}`

test('behavior: threat 3: a site can send a request, and only a click on the wallet’s card signs', async ({
  host,
  mail,
  world,
}) => {
  await host.open()
  const { address } = await login({ host, mail })
  const asked = host.request('rpc', { method: 'personal_sign', params: [message, address] })
  const sign = host.frame.getByRole('button', { name: 'Sign', exact: true })
  await expect(host.frame.locator('body')).toContainText(text)
  await expect(host.frame.locator('body')).toContainText(world.hosts.good)

  // The abilities of a script in the site: dispatch events on the frame's element, focus it, post messages to it.
  await host.page.evaluate((origin) => {
    const frame = document.querySelector<HTMLIFrameElement>('#wallet')
    frame?.focus()
    for (const type of ['pointerdown', 'pointerup', 'click', 'keydown'])
      frame?.dispatchEvent(new Event(type, { bubbles: true }))
    frame?.contentWindow?.postMessage({ k: 'res', ok: true, approved: true, method: 'decide' }, origin)
  }, world.wallet)
  const state = host.request('isConnected')
  expect(await state).toMatchObject({ ok: true, result: { isConnected: true } })
  await expect(sign).toBeVisible()

  await sign.hover()
  await sign.click()
  const answer = await asked
  if (!answer.ok) throw new Error(answer.error.code)
  const signature = answer.result as `0x${string}`
  expect(await verifyMessage({ address: address as `0x${string}`, message: text, signature })).toBe(true)
})

for (const { name, look, height } of [
  { name: 'an opaque box', look: 'background: #fff', height: 20 },
  { name: 'a nearly transparent box', look: 'background: #fff; opacity: 0.02', height: 20 },
  { name: 'a line of one pixel', look: 'background: #000', height: 1 },
])
  test(`behavior: threat 12: with ${name} over the card a click signs nothing`, async ({ host, mail, page }) => {
    await host.open()
    const { address } = await login({ host, mail })
    const asked = host.request('rpc', { method: 'personal_sign', params: [message, address] })
    const sign = host.frame.getByRole('button', { name: 'Sign', exact: true })
    await expect(sign).toBeEnabled()
    const box = await sign.boundingBox()
    if (!box) throw new Error('The button is nowhere')
    await page.evaluate(
      (style) => {
        const element = document.createElement('div')
        element.id = 'cover'
        element.style.cssText = style
        document.body.append(element)
      },
      `position: fixed; z-index: 9; pointer-events: none; left: ${box.x}px; top: ${box.y + box.height / 2}px; width: ${box.width}px; height: ${height}px; ${look}`,
    )
    await expect(sign).toBeDisabled()
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await page.evaluate(() => document.querySelector('#cover')?.remove())
    await expect(sign).toBeEnabled()
    await sign.hover()
    await sign.click()
    expect((await asked).ok).toBe(true)
  })

test('behavior: threat 16: a window that the site opens cannot approve, and receives nothing', async ({
  host,
  mail,
  page,
  world,
}) => {
  await host.open()
  const { address } = await login({ host, mail })
  const asked = host.request('rpc', { method: 'personal_sign', params: [message, address] })
  await expect(host.frame.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.evaluate((url) => void window.open(`${url}/w/approve`), world.wallet)
  const popup = await opened
  await expect(popup.getByText('Open this from your wallet')).toBeVisible()
  await expect(popup.locator('body')).not.toContainText(text)
  // The wallet ignores decisions from the site's window.
  await page.evaluate((origin) => {
    const frame = document.querySelector<HTMLIFrameElement>('#wallet')?.contentWindow
    frame?.postMessage({ k: 'ew:window', call: 'decide', approved: true }, origin)
  }, world.wallet)
  await popup.close()
  await host.frame.getByRole('button', { name: 'Decline' }).click()
  expect(await asked).toMatchObject({ ok: false, error: { rpcCode: 4001 } })
})

test('behavior: threat 20: a method that is on no list is refused, and the card shows it', async ({ host, mail }) => {
  await host.open()
  await login({ host, mail })
  const asked = host.request('rpc', { method: 'eth_sign', params: [] })
  await expect(host.frame.getByText('Action not allowed')).toBeVisible()
  expect(await asked).toMatchObject({
    ok: false,
    error: { code: 'rpc_method_not_allowed', message: 'Requested RPC call is not allowed' },
  })
})
