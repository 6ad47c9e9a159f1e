import { fund, sentCount } from '../chain.ts'
import { expect, test, walletName } from '../fixtures.ts'
import { control } from '../setup/control.ts'

test.beforeEach(({ world }) => {
  test.skip(!world.hasServices, 'PostgreSQL and Redis are not part of this run')
})

test('error: the database is killed in a payment: the page shows the true state, the data shows its age, and nothing happens twice', async ({
  site,
  modal,
  wallet,
  world,
}) => {
  const [ada, , , dan] = world.accounts
  const [one] = world.chains
  if (!ada || !dan || !one) throw new Error('The world is incomplete')
  await site.open('/activity')
  await modal.connect(walletName)
  expect(await wallet.addresses()).toContain(ada.address)
  const before = await sentCount({ url: one.rpcUrl, address: ada.address })
  await modal.fillSend({ symbol: 'ETH', amount: '0.0333', receiver: dan.address })
  await modal.review()
  await control('cut-database')
  try {
    await modal.button('Confirm').click()
    await expect(modal.dialog).toContainText('The network has confirmed it.')
    await modal.button('Done').click()
    await modal.close()
    for (const name of ['Token', 'Activity'] as const) {
      await expect(async () => {
        await site.visit('Portfolio')
        await site.visit(name)
        await expect(site.main.getByText(/As of .+ ago/).first()).toBeVisible({ timeout: 2000 })
      }).toPass({ timeout: 30_000 })
    }
  } finally {
    await control('mend-database')
  }
  await expect(site.confirmed('0.0333 ETH')).toHaveCount(1)
  await expect(site.main.getByText(/As of .+ ago/)).toHaveCount(0)
  expect(await sentCount({ url: one.rpcUrl, address: ada.address })).toBe(before + 1)
})

test('error: Redis is killed during live updates: the missed updates arrive when it is back', async ({
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
  await control('cut-redis')
  try {
    await fund({ world, address: ada.address, ether: 4n })
    await expect(row).toHaveText(before, { useInnerText: true })
  } finally {
    await control('mend-redis')
  }
  await expect.poll(() => row.innerText()).not.toBe(before)
})
