import { verifyMessage } from 'viem/utils'
import { rpc } from './chain.ts'
import { endWindow } from './smartWallet/endWindow.ts'
import { expect, smartOrigins, test } from './smartWallet/smartWalletTest.ts'

type Hex = `0x${string}`

test('behavior: spec 1.6: a smart wallet in its own window: connect, sign, send, move, reload, disconnect', async ({
  page,
  world,
  app,
  watch,
  account,
}) => {
  const [one, two] = world.chains
  const signer = world.accounts[account % world.accounts.length]
  if (!one || !two || !signer) throw new Error('The world is incomplete')

  await test.step('none of it is fetched before the click', async () => {
    await page.goto('/')
    await expect(app.output('Status')).toHaveText('disconnected')
    await app.button('Look at wallets').click()
    expect(watch.toWallet).toEqual([])
  })

  await test.step('connect: the window names the site and is labeled a sandbox', async () => {
    const popup = await app.open('Connect')
    await expect(popup.getByRole('heading', { name: 'Local smart wallet (sandbox)' })).toBeVisible()
    await expect(popup.locator('#site')).toHaveText(`Opened by ${smartOrigins(world).site}`)
    await expect(popup.getByRole('dialog', { name: 'Connect' })).toContainText(smartOrigins(world).site)
    await expect(app.output('Asking')).toHaveText('smartWallet')
    await endWindow({ popup, decision: 'Connect' })
    await expect(app.output('Status')).toHaveText('connected')
    await expect(app.output('Address')).toHaveText(signer.address)
    await expect(app.output('Kind')).toHaveText('smartAccount')
    await expect(app.output('Chain')).toHaveText(one.chainId)
  })

  await test.step('a signature verifies; a declined one is a rejection', async () => {
    await app.decide({ button: 'Sign', decision: 'Sign' })
    await expect(app.output('Result')).toHaveText(/^0x[0-9a-f]{130}$/)
    const signature = (await app.output('Result').innerText()) as Hex
    const message = 'Hello from a smart site'
    expect(await verifyMessage({ address: signer.address as Hex, message, signature })).toBe(true)
    await app.decide({ button: 'Sign', decision: 'Reject' })
    await expect(app.output('Failure')).toHaveText('4001')
  })

  await test.step('a transaction is in a block', async () => {
    await app.decide({ button: 'Send', decision: 'Approve' })
    await expect(app.output('Result')).toHaveText(/^0x[0-9a-f]{64}$/)
    const hash = await app.output('Result').innerText()
    await expect
      .poll(() => rpc<unknown>({ url: one.rpcUrl, method: 'eth_getTransactionReceipt', params: [hash] }))
      .toMatchObject({ status: '0x1', from: signer.address.toLowerCase() })
  })

  await test.step('reads use the gateway, and the network switches without a window', async () => {
    watch.toWallet.length = 0
    await app.button('Balance').click()
    await expect(app.output('Result')).toHaveText(/^0x[1-9a-f]/)
    await app.button('Capabilities').click()
    await expect(app.output('Result')).toContainText('alternateGasFees')
    await app.button(two.name).click()
    await expect(app.output('Chain')).toHaveText(two.chainId)
    expect(watch.toWallet).toEqual([])
  })

  await test.step('a window that the visitor closes is a rejection, and the next click opens another', async () => {
    const popup = await app.open('Sign')
    await expect(popup.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
    await popup.close()
    await expect(app.output('Failure')).toHaveText('4001')
    await app.decide({ button: 'Sign', decision: 'Sign' })
    await expect(app.output('Result')).toHaveText(/^0x/)
  })

  await test.step('a reload reconnects without a window, and can still sign', async () => {
    watch.toWallet.length = 0
    await page.reload()
    await expect(app.output('Status')).toHaveText('connected')
    await expect(app.output('Address')).toHaveText(signer.address)
    await expect(app.output('Chain')).toHaveText(two.chainId)
    expect(watch.toWallet).toEqual([])
    await app.decide({ button: 'Sign', decision: 'Sign' })
    await expect(app.output('Result')).toHaveText(/^0x/)
  })

  await test.step('disconnect forgets keys and accounts', async () => {
    watch.toWallet.length = 0
    await app.button('Disconnect').click()
    await expect(app.output('Status')).toHaveText('disconnected')
    await page.reload()
    await expect(app.output('Status')).toHaveText('disconnected')
    await expect(app.output('Address')).toBeEmpty()
    expect(watch.toWallet).toEqual([])
    const kept = await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const request = indexedDB.open('latchkey-smart-wallet')
          request.onerror = () => reject(request.error)
          request.onsuccess = () => {
            const count = request.result.transaction('sessions').objectStore('sessions').count()
            count.onsuccess = () => resolve(count.result)
          }
        }),
    )
    expect(kept).toBe(0)
  })
})

test('error: a blocked window shows an error; the next click, allowed, connects', async ({
  page,
  app,
  context,
  world,
}) => {
  await page.goto('/')
  await page.evaluate(() => {
    const { open } = window
    window.open = () => {
      window.open = open
      return null
    }
  })
  await app.button('Connect').click()
  await expect(app.output('Failure')).toHaveText('popup_blocked')
  await expect(app.output('Status')).toHaveText('disconnected')

  await test.step('another window of the wallet’s origin cannot answer instead', async () => {
    const popup = await app.open('Connect')
    await expect(popup.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
    const stranger = await context.newPage()
    await stranger.goto(`${smartOrigins(world).wallet}/wallet.html`)
    await expect(stranger.locator('#site')).toHaveText('Opened by nobody')
    // A window of the wallet's origin that the site opened under another name.
    const [second] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((url) => void window.open(url, 'second'), `${smartOrigins(world).wallet}/wallet.html`),
    ])
    await expect(second.locator('#site')).toHaveText('Opened by nobody')
    await second.evaluate(() => {
      window.opener.postMessage({ event: 'PopupUnload' }, '*')
      window.opener.postMessage({ requestId: 'guessed', sender: '00', content: { failure: { code: 4001 } } }, '*')
    })
    await second.close()
    await expect(app.output('Asking')).toHaveText('smartWallet')
    await endWindow({ popup, decision: 'Connect' })
    await expect(app.output('Status')).toHaveText('connected')
  })
})
