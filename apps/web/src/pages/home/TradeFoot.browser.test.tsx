import type { SwapState } from '@latchkey/core'
import type { SwappableToken } from '@latchkey/protocol/api'
import { LatchkeyProvider, useSwap } from '@latchkey/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '../../api/createQueryClient.ts'
import { createLanguage, LanguageContext } from '../../language/LanguageContext.ts'
import { SiteContext } from '../../site/SiteContext.ts'
import { createFamilyKit, createFamilySite } from '../../testing/familySite.ts'
import { TradeFoot } from './TradeFoot.tsx'

const ether: SwappableToken = {
  ...{ name: 'Ether', symbol: 'ETH', decimals: 18, logoUri: null, price: 2990, listed: true },
  ...{ address: 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', eip2612: false },
}
const costText = '0.001082923883663391'
const leftText = '0.000097113354689432'

/** Renders the foot after the kit refused the review, because too little is left for the network cost. */
async function showShort({ isNative }: { isNative: boolean }) {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const site = createFamilySite('eip155')
  const { latchkey, connect } = createFamilyKit(site)
  const largest = vi.spyOn(latchkey.swap, 'max').mockResolvedValue('0.9')
  const onAmount = vi.fn()
  const element = document.createElement('div')
  document.body.append(element)
  const app = createRoot(element)
  function Foot() {
    const swap = useSwap({ watch: false })
    const issue = {
      ...{ field: 'amount', code: 'insufficient_gas' },
      message: `Not enough ETH for the network cost: you need about ${costText} ETH, and this amount leaves ${leftText}`,
      shortfall: { symbol: 'ETH', costText, leftText, isNative },
    } as const
    const state = { ...swap.state, status: 'editing', issues: [issue] } as SwapState
    return (
      <TradeFoot {...{ swap: { ...swap, state }, isMine: true, isHere: true, amount: '1', from: ether, onAmount }} />
    )
  }
  app.render(
    <SiteContext value={site}>
      <LanguageContext value={createLanguage()}>
        <QueryClientProvider client={createQueryClient()}>
          <LatchkeyProvider latchkey={latchkey}>
            <Foot />
          </LatchkeyProvider>
        </QueryClientProvider>
      </LanguageContext>
    </SiteContext>,
  )
  onTestFinished(() => {
    app.unmount()
    element.remove()
    vi.restoreAllMocks()
  })
  await expect.element(page.getByRole('button', { name: 'Connect' })).toBeVisible()
  await connect('eip155')
  return { onAmount, largest }
}

test('behavior: a missing network cost is named as a limit, rounded and with its unit; Max fills in the largest amount', async () => {
  const { onAmount, largest } = await showShort({ isNative: true })
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('The network cost can be up to 0.001083 ETH, and only 0.000097 ETH is left for it.')
  await page.getByRole('button', { name: 'Max' }).click()
  await expect.poll(() => onAmount.mock.calls.at(-1)).toStrictEqual(['0.9'])
  expect(largest).toHaveBeenCalledOnce()
})

test('behavior: a smaller amount of another token leaves no more for the network cost, so Max is not offered', async () => {
  await showShort({ isNative: false })
  await expect.element(page.getByRole('alert')).toHaveTextContent('only 0.000097 ETH is left for it.')
  expect(page.getByRole('button', { name: 'Max' }).query()).toBeNull()
})
