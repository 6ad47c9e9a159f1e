import { formatUnits } from '@latchkey/protocol'
import type { ConvertToken } from '@latchkey/protocol/api'
import { describe, expect, test } from 'vitest'
import { type SwapSetting, swapOnDevnet } from '../testing/swapOnDevnet.ts'
import type { SwapForm, SwapPreview } from './SwapFeature.ts'

const { account, token, balanceOf, allowanceOf, approve, setUp, asked, contracts, rpc } = swapOnDevnet()

type Setting = Pick<SwapSetting, 'latchkey' | 'preview' | 'confirm' | 'pass'>
/** Previews, confirms and waits; what moved, and what the kit says of it. */
async function swap({ latchkey, preview, confirm, pass }: Setting, form: Partial<SwapForm>) {
  const owner = account(0).address
  const { from, to } = form as { from: ConvertToken; to: ConvertToken }
  const before = { from: await balanceOf(from, owner), to: await balanceOf(to, owner) }
  const shown = await preview(form)
  await confirm()
  await pass(() => !['working', 'pending'].includes(latchkey.swap.getState().status))
  const state = latchkey.swap.getState()
  const after = { from: await balanceOf(from, owner), to: await balanceOf(to, owner) }
  return { shown, state, sent: before.from - after.from, received: after.to - before.to }
}
/** What one transaction of the account cost. */
async function costOf(hash: string | undefined) {
  const { gasUsed, effectiveGasPrice } = await rpc<{ gasUsed: string; effectiveGasPrice: string }>(
    'eth_getTransactionReceipt',
    [hash],
  )
  return BigInt(gasUsed) * BigInt(effectiveGasPrice)
}
const hashOf = (state: { status: string; hash?: string | undefined }) => ('hash' in state ? state.hash : undefined)
const text = (amount: bigint, { to }: SwapPreview) => formatUnits(amount, to.decimals)

describe('default: what was promised is what the chain did', () => {
  test('a token without permits that answers nothing: approval, then swap', async () => {
    const setting = await setUp()
    const [from, to] = [token('no-bool'), token('usd')]
    const steps: string[] = []
    setting.latchkey.swap.subscribe((state) => {
      if (state.status === 'working') steps.push(`${state.step} ${state.waitsFor}`)
    })
    const { shown, state, sent, received } = await swap(setting, { from, to, amount: '10' })
    expect(shown).toMatchObject({ steps: ['approve', 'swap'], impact: 'fine', slippage: 1, fromAmountText: '10' })
    expect(steps).toStrictEqual(['approve wallet', 'approve wallet', 'approve block', 'swap wallet'])
    expect(sent).toBe(shown.fromAmount)
    expect(received).toBe(shown.toAmount)
    expect(state).toMatchObject({ status: 'confirmed', received: text(received, shown) })
    expect(await allowanceOf(from, account(0).address)).toBe(0n)
    // The approval is of the amount, never of more.
    const [first] = asked(setting.wallet).flatMap(({ params }) => params as { data: string; to: string }[])
    expect(from.address.toLowerCase()).toContain(first?.to.toLowerCase())
    expect(BigInt(`0x${first?.data.slice(74)}`)).toBe(10_000_000n)
    expect(setting.latchkey.transactions.getState().transactions.map(({ summary }) => summary.type)).toStrictEqual([
      ...['swap', 'approve'],
    ])
  })

  test('a token with permits: one signature, one transaction', async () => {
    const setting = await setUp()
    const [from, to] = [token('site'), token('usd')]
    const { shown, state, sent, received } = await swap(setting, { from, to, amount: '25.5' })
    expect(shown).toMatchObject({ steps: ['permit', 'swap'], call: undefined })
    expect(asked(setting.wallet).map(({ method }) => method)).toStrictEqual([
      ...['eth_signTypedData_v4', 'eth_sendTransaction'],
    ])
    expect([sent, received]).toStrictEqual([shown.fromAmount, shown.toAmount])
    expect(state).toMatchObject({ status: 'confirmed', received: text(received, shown) })
    expect(await allowanceOf(from, account(0).address)).toBe(0n)
  })

  test('the native coin in, with nothing to approve', async () => {
    const setting = await setUp()
    const { shown, state, sent, received } = await swap(setting, {
      ...{ from: token('native'), to: token('usd'), amount: '0.1' },
    })
    expect(shown).toMatchObject({ steps: ['swap'], spender: undefined })
    expect(sent - (await costOf(hashOf(state)))).toBe(shown.fromAmount)
    expect(received).toBe(shown.toAmount)
    expect(state).toMatchObject({ status: 'confirmed', received: text(received, shown) })
  })

  test('the native coin out', async () => {
    const setting = await setUp()
    await approve(token('no-bool'), account(0).address, 50_000_000n)
    const { shown, state, sent, received } = await swap(setting, {
      ...{ from: token('no-bool'), to: token('native'), amount: '50' },
    })
    expect(shown.steps).toStrictEqual(['swap'])
    expect(sent).toBe(shown.fromAmount)
    expect(received + (await costOf(hashOf(state)))).toBe(shown.toAmount)
    expect(state).toMatchObject({ status: 'confirmed', received: text(shown.toAmount, shown) })
  })

  test.each(['in', 'out'])('wrapping and unwrapping: %s', async (way) => {
    const setting = await setUp()
    const [native, wrapped] = [token('native'), token('wrapped-native')]
    const [from, to] = way === 'in' ? [native, wrapped] : [wrapped, native]
    const { shown, state, received } = await swap(setting, { from, to, amount: '0.5' })
    expect(shown).toMatchObject({ steps: ['swap'], toAmountText: '0.5', minimumText: '0.5', impact: 'fine' })
    expect(shown.call?.to.toLowerCase()).toBe(contracts().weth.toLowerCase())
    expect(received + (way === 'out' ? await costOf(hashOf(state)) : 0n)).toBe(5n * 10n ** 17n)
    expect(state).toMatchObject({ status: 'confirmed', received: '0.5' })
  })

  test.each(['in', 'out'])('a token that takes a part of each transfer: %s', async (way) => {
    const setting = await setUp()
    const [toll, usd] = [token('fee-on-transfer'), token('usd')]
    const [from, to] = way === 'in' ? [toll, usd] : [usd, toll]
    const { shown, state, sent, received } = await swap(setting, { from, to, amount: '20' })
    expect(shown.quote.transferFees).toStrictEqual(way === 'in' ? { from: 0.01, to: 0 } : { from: 0, to: 0.01 })
    expect([sent, received]).toStrictEqual([shown.fromAmount, shown.toAmount])
    expect(state).toMatchObject({ status: 'confirmed', received: text(received, shown) })
  })
})
