import { expect, test, walletName } from './fixtures.ts'
import { SignIn } from './pages/SignIn.ts'

test.use({ families: ['solana', 'bip122'] })

test('behavior: spec 1.7: an account of Solana and one of Bitcoin sign in, and each has its own data', async ({
  world,
  site,
  modal,
  solanaWallet,
  bitcoinWallet,
}) => {
  const [solana] = world.solanaAccounts
  const [bitcoin] = world.bitcoinAccounts
  if (!solana || !bitcoin) throw new Error('The world is incomplete')
  const signIn = new SignIn(modal)
  const { main } = site
  await site.open('/account')
  for (const { family, address, owner } of [
    { family: 'Solana', address: solana.address, owner: solanaWallet },
    { family: 'Bitcoin', address: bitcoin.payment.address, owner: bitcoinWallet },
  ])
    await test.step(family, async () => {
      expect(await owner.addresses()).toContain(address)
      await site.connectButton.click()
      await modal.button(walletName).click()
      await modal.button(family).click()
      await modal.accountButton.waitFor()
      await modal.dialog.waitFor({ state: 'hidden' })
      await expect(main.getByRole('heading', { name: 'Sign in with your wallet' })).toBeVisible()
      await signIn.ask()
      await expect(signIn.who).toHaveAttribute('title', address)
      await signIn.expectSessions(address)
      await expect(main.getByRole('heading', { name: 'Saved addresses', level: 2 })).toBeVisible()
      await modal.disconnect()
      await signIn.expectSessions()
    })
})
