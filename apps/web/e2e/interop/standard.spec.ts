import { createPublicKey, verify } from 'node:crypto'
import { decodeBase58 } from '@latchkey/protocol'
import { fundSolana, lamportsOf } from '../solanaChain.ts'
import { expect, test } from './interopTest.ts'

test('behavior: an unmodified Wallet Standard app with @solana/kit uses the embedded wallet', async ({
  page,
  world,
  app,
  embedded,
  mail,
  watch,
}) => {
  const [, , , dan] = world.solanaAccounts
  if (!dan) throw new Error('The world is incomplete')
  await embedded.addPasskeys()

  await test.step('it lists the wallet once, without a request to the wallet', async () => {
    await page.goto(`/standard.html?receiver=${dan.address}`)
    await expect(app.output('Wallets')).toHaveText(/^Interop \S*$/)
    expect(watch.toWallet).toEqual([])
  })

  let address = ''
  await test.step('connect: email, code, accounts of both families', async () => {
    await app.button('Connect').click()
    await embedded.enterCodeInModal(mail)
    await expect(app.output('Result')).toHaveText('connected')
    address = await app.output('Solana account').innerText()
    await expect(app.output('Bitcoin accounts')).toHaveText(/^bcrt1q\w+ bcrt1p\w+$/)
  })

  await test.step('sign a message', async () => {
    await app.button('Sign message').click()
    await expect(embedded.frame.locator('body')).toContainText('A plain app')
    await embedded.button('Sign').hover()
    await embedded.button('Sign').click()
    await expect(app.output('Result')).toHaveText(/^[0-9a-f]{128}$/)
    const signature = Buffer.from(await app.output('Result').innerText(), 'hex')
    const x = Buffer.from(decodeBase58(address) ?? []).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    expect(verify(null, Buffer.from('A plain app'), key, signature)).toBe(true)
  })

  await test.step('a transaction that @solana/kit built is signed and sent', async () => {
    await fundSolana({ world, address, sol: 1, dollars: 1n })
    const before = await lamportsOf({ world, address: dan.address })
    await app.button('Send with @solana/kit').click()
    await embedded.approveInWindow({ shows: ['0.123456789', new URL(world.hosts.wagmi).host] })
    await expect(app.output('Result')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
    await expect.poll(() => lamportsOf({ world, address: dan.address })).toBe(before + 123_456_789)
  })

  await test.step('disconnect', async () => {
    await app.button('Disconnect').click()
    await expect(app.output('Result')).toHaveText('disconnected')
    await expect(app.output('Solana account')).toHaveText('')
  })
})
