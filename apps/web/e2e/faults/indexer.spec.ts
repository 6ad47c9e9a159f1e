import { fund } from '../chain.ts'
import { expect, test, walletName } from '../fixtures.ts'
import { control } from '../setup/control.ts'

test('error: the index stalls because its node hangs: balances show their age, and catch up automatically', async ({
  site,
  modal,
  wallet,
  world,
}) => {
  const [ada] = world.accounts
  const [one] = world.chains
  if (!ada || !one) throw new Error('The world is incomplete')
  await site.open('/portfolio')
  await modal.connect(walletName)
  expect(await wallet.addresses()).toContain(ada.address)
  const row = site.asset({ name: 'Ether', network: one.name })
  await expect(row).toHaveCount(1)
  const before = await row.innerText()
  const note = site.main.getByRole('status').filter({ hasText: /As of .+ ago/ })
  await control('hold-upstream')
  try {
    // The chain continues, and the visitor's wallet reaches it.
    await fund({ world, address: ada.address, ether: 3n })
    // The server caches an answer for ten seconds. An answer that needs the node takes as long as the server's timeout.
    await expect(async () => {
      await site.visit('Token')
      await site.visit('Portfolio')
      await expect(note).toContainText(one.name)
    }).toPass({ timeout: 45_000 })
    expect(await row.innerText()).toBe(before)
    await modal.accountButton.click()
    await expect(modal.dialog).toContainText(/The network cannot be reached at the moment.*Updated/)
  } finally {
    await control('mend-upstream')
  }
  await expect(modal.dialog).not.toContainText('The network cannot be reached')
  await modal.close()
  await expect(note).toBeHidden({ timeout: 15_000 })
  await expect.poll(() => row.innerText()).not.toBe(before)
})
