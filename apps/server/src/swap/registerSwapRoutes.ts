import {
  buildSwapApproval,
  buildSwapTransaction,
  getSwapAllowance,
  getSwapGasPrice,
  getSwapQuotes,
  getSwapTokens,
} from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { SwapService } from './createSwapService.ts'
import { readSlippage } from './execution/readSlippage.ts'
import { readAccounts } from './readAccounts.ts'

const toAmount = (text: string | undefined) => (text === undefined ? undefined : BigInt(text))

/** Registers `/v1/convert/*`. */
export function registerSwapRoutes({ app, swap }: { app: App; swap: SwapService }): void {
  registerEndpoint(app, getSwapTokens, async ({ query }, { header }) => {
    const { tokens, stale } = await swap.tokens({ chainId: query.chainId, address: query.address })
    if (stale > 0) header('x-stale', String(stale))
    return { tokens }
  })

  registerEndpoint(app, getSwapQuotes, ({ query: { from, to, amount, userAddress, gasPrice } }, { signal }) =>
    swap.quotes({
      ...readAccounts({ from, to, userAddress }),
      amount: BigInt(amount),
      gasPrice: toAmount(gasPrice),
      signal,
    }),
  )

  registerEndpoint(app, getSwapAllowance, ({ query: { tokenAddress, userAddress } }, { signal }) =>
    swap.allowance({ ...readAccounts({ tokenAddress, userAddress }), signal }),
  )

  registerEndpoint(app, getSwapGasPrice, ({ query: { chainId } }) => swap.gasPrice({ chainId }))

  registerEndpoint(app, buildSwapTransaction, ({ body }, { signal }) => {
    const { from, to, userAddress, eip155, disableEstimate = false, quoteId, minimumAmount } = body
    const permit = eip155?.permit
    return swap.build({
      ...readAccounts({ from, to, userAddress }),
      ...{ amount: BigInt(body.amount), disableEstimate, signal },
      slippage: readSlippage(eip155?.slippage),
      permit: permit && {
        value: BigInt(permit.value),
        deadline: BigInt(permit.deadline),
        signature: permit.signature as `0x${string}`,
      },
      quoteId: quoteId ?? undefined,
      minimumAmount: toAmount(minimumAmount),
    })
  })

  registerEndpoint(app, buildSwapApproval, ({ query: { userAddress, from, to, amount } }, { signal }) =>
    swap.approve({ ...readAccounts({ from, to, userAddress }), amount: toAmount(amount), signal }),
  )
}
