import { expect, test, vi } from 'vitest'
import { swapOnDevnet } from '../testing/swapOnDevnet.ts'

const { account, token, allowanceOf, setUp, asked, rpc } = swapOnDevnet()
vi.setConfig({ testTimeout: 60_000 })

test('behavior: a smart account submits everything as one operation, even a swap alone', async () => {
  const { latchkey, wallet, preview, confirm, pass } = await setUp({ batches: true, isSmart: true })
  const steps: string[] = []
  latchkey.swap.subscribe((state) => {
    if (state.status === 'working') steps.push(`${state.step} ${state.waitsFor}`)
  })
  // Tokens with permits do not accept those of a contract.
  expect((await preview({ from: token('site'), to: token('usd'), amount: '10' })).steps).toStrictEqual(['batch'])
  await confirm()
  await pass(() => latchkey.swap.getState().status === 'confirmed')
  expect(await allowanceOf(token('site'), account(0).address)).toBe(0n)
  latchkey.swap.reset()
  const coin = (await latchkey.swap.listTokens()).find(({ address }) => /0xe{40}$/i.test(address))
  const shown = await preview({ from: coin, to: token('usd'), amount: '0.01' })
  expect(shown.steps).toStrictEqual(['swap'])
  await confirm()
  await pass(() => latchkey.swap.getState().status === 'confirmed')
  expect(asked(wallet).map(({ method }) => method)).toStrictEqual(['wallet_sendCalls', 'wallet_sendCalls'])
  expect([...new Set(steps)]).toStrictEqual(['batch wallet', 'batch block', 'swap wallet', 'swap block'])
})

test('behavior: an account that pays the network cost learns it and its balance, before any request', async () => {
  const { latchkey, wallet } = await setUp()
  await rpc('anvil_setBalance', [account(0).address, '0x3e8'])
  latchkey.swap.edit({ from: token('no-bool'), to: token('usd'), amount: '10' })
  await latchkey.swap.prepare()
  const { issues } = latchkey.swap.getState()
  expect(issues).toMatchObject([
    { field: 'amount', code: 'insufficient_gas', shortfall: { symbol: 'ETH', leftText: '0.000000000000001' } },
  ])
  expect(issues[0]?.message).toMatch(/^Not enough ETH .* about 0\.\d+ ETH, you have 0\.000000000000001$/)
  expect(asked(wallet)).toStrictEqual([])
})
