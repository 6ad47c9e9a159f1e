import { balanceOf, rpc } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { Mail } from './Mail.ts'
import { BuyView, readPromise } from './pages/BuyView.ts'
import { lamportsOf } from './solanaChain.ts'

const baskets = [
  { title: 'dollars', wanted: ['dollar'], tag: ' @journey' },
  { title: 'the token, the coin and SOL', wanted: ['token', 'coin', 'sol'], tag: '' },
] as const

for (const { title, wanted, tag } of baskets)
  test(`behavior: spec 1.12: log in by email and buy ${title} with a card: the promised amount arrives to the last unit${tag}`, async ({
    world,
    site,
    modal,
    embedded,
  }) => {
    const [one] = world.chains
    const [solana] = world.solana
    const dollar = world.tokens.find(({ kind }) => kind === 'usd')
    const token = world.tokens.find(({ kind }) => kind === 'site')
    if (!one || !solana || !dollar || !token) throw new Error('The world is incomplete')
    const buy = new BuyView(modal)
    const coinsOf = async (address: string) =>
      BigInt(await rpc<string>({ url: one.rpcUrl, method: 'eth_getBalance', params: [address, 'latest'] }))

    await test.step('log in by email: protect the wallet before money arrives', async () => {
      await embedded.addPasskeys()
      await site.open('/')
      await embedded.enterCode(new Mail())
      await modal.accountButton.waitFor()
      await buy.open()
      await buy.agree()
      await modal.button('Pay with Sandbox').click()
      await embedded.beginProtection(modal)
      await embedded.button('Create a passkey').click()
      await modal.title('Buy').waitFor()
    })

    const offered = {
      dollar: { name: dollar.name, symbol: dollar.symbol, network: one.name, decimals: dollar.decimals, amount: '100' },
      token: { name: token.name, symbol: token.symbol, network: one.name, decimals: token.decimals, amount: '73.21' },
      coin: { name: 'Ether', symbol: 'ETH', network: one.name, decimals: 18, amount: '55.5' },
      sol: { name: 'Solana', symbol: 'SOL', network: solana.name, decimals: 9, amount: '20' },
    }
    const purchases = wanted.map((name) => offered[name])
    const onOne = purchases.filter(({ network }) => network === one.name)
    for (const { name, symbol, network, decimals, amount } of purchases)
      await test.step(`buy ${symbol}`, async () => {
        await buy.open()
        await buy.choose({ name, network })
        await buy.fill(amount)
        const card = await buy.takeOffer()
        await expect(buy.outcome).toHaveText('Pay in the window of Sandbox')
        const promised = await readPromise({ card, decimals })
        expect(promised.symbol).toBe(symbol)
        await card.payInFull()
        await expect(buy.outcome).toHaveText('Bought')
        const { address } = promised
        const owned =
          symbol === 'SOL'
            ? BigInt(await lamportsOf({ world, address }))
            : symbol === 'ETH'
              ? await coinsOf(address)
              : await balanceOf({ world, symbol, address })
        expect(owned).toBe(promised.units)
        await card.close()
        await modal.button('Done').click()
      })

    await test.step('balances and history show it, in the family of each account', async () => {
      await modal.close()
      await site.visit('Portfolio')
      for (const { name } of onOne) await expect(site.asset({ name, network: one.name })).toHaveCount(1)
      await site.visit('Activity')
      const bought = site.confirmed('Bought').filter({ hasText: 'Sandbox' })
      await expect(bought).toHaveCount(onOne.length)
      for (const { symbol } of onOne) await expect(bought.filter({ hasText: symbol })).toHaveCount(1)
      if (onOne.length === purchases.length) return
      await modal.switchNetwork(solana.name)
      await expect(bought).toHaveCount(1)
      await expect(bought).toContainText('SOL')
    })
  })
