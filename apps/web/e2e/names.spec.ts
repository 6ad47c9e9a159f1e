import { rpc } from './chain.ts'
import { expect, walletName } from './fixtures.ts'
import { test } from './ownAccount.ts'

test('behavior: send to a name; the next time they are a contact', async ({ world, owner, site, modal, wallet }) => {
  const [one] = world.chains
  const [, , cleo] = world.accounts
  if (!one || !cleo) throw new Error('The world is incomplete')
  await site.open('/')
  await modal.connect(walletName)

  await test.step('an unregistered name is refused', async () => {
    await modal.fillSend({ symbol: 'ETH', amount: '0.031', receiver: 'nobody-has-this.eth' })
    await expect(modal.dialog).toContainText('This name is not registered, or it has no address on this network')
  })

  await test.step('a name is shown with its whole address, and paid', async () => {
    await modal.dialog.getByRole('textbox', { name: 'To' }).fill('cleo.eth')
    const found = modal.dialog.getByRole('status').filter({ hasText: 'cleo.eth' })
    // Shown in groups of four, without spaces in the text.
    await expect.poll(async () => (await found.innerText()).replace(/\s/g, '')).toContain(cleo.address)
    await modal.review()
    await expect(modal.dialog).toContainText('cleo.eth')
    await modal.button('Confirm').click()
    await expect(modal.dialog).toContainText('The network has confirmed it.')
    // Read from the block, because other tests pay the same receiver, and its balance proves nothing.
    type Block = { number: string; transactions: { from: string; to: string; value: string }[] }
    const blockAt = (tag: string) =>
      rpc<Block>({ url: one.rpcUrl, method: 'eth_getBlockByNumber', params: [tag, true] })
    const { number } = await blockAt('latest')
    const recent = await Promise.all(
      Array.from({ length: 20 }, (_, back) => blockAt(`0x${(Number(number) - back).toString(16)}`)),
    )
    const own = recent.flatMap(({ transactions }) =>
      transactions.filter(({ from }) => from === owner.address.toLowerCase()),
    )
    expect(own.map(({ to, value }) => [to, BigInt(value)])).toEqual([
      [cleo.address.toLowerCase(), 31_000_000_000_000_000n],
    ])
    const asked = (await wallet.requests()).filter(({ method }) => method === 'eth_sendTransaction')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.params[0]).toMatchObject({ to: cleo.address })
    await modal.button('Done').click()
  })

  await test.step('the next time they are a contact', async () => {
    await modal.button('Send').click()
    await modal.dialog
      .getByRole('list', { name: 'Recent contacts' })
      .getByRole('button', { name: /cleo\.eth/ })
      .first()
      .click()
    await expect(modal.dialog.getByRole('textbox', { name: 'To' })).toHaveValue(
      new RegExp(`cleo\\.eth|${cleo.address}`),
    )
  })
})
