import {
  buildConvertApprove,
  buildConvertTransaction,
  getConvertAllowance,
  getConvertGasPrice,
  getConvertQuotes,
  getConvertTokens,
} from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { ConvertService } from './createConvertService.ts'
import { readSlippage } from './execution/readSlippage.ts'
import { readAccounts } from './readAccounts.ts'

const toAmount = (text: string | undefined) => (text === undefined ? undefined : BigInt(text))

/** Registers `/v1/convert/*`. */
export function registerConvertRoutes({ app, convert }: { app: App; convert: ConvertService }): void {
  registerEndpoint(app, getConvertTokens, async ({ query }, { header }) => {
    const { tokens, stale } = await convert.tokens({ chainId: query.chainId, address: query.address })
    if (stale > 0) header('x-stale', String(stale))
    return { tokens }
  })

  registerEndpoint(app, getConvertQuotes, ({ query: { from, to, amount, userAddress, gasPrice } }, { signal }) =>
    convert.quotes({
      ...readAccounts({ from, to, userAddress }),
      amount: BigInt(amount),
      gasPrice: toAmount(gasPrice),
      signal,
    }),
  )

  registerEndpoint(app, getConvertAllowance, ({ query: { tokenAddress, userAddress } }, { signal }) =>
    convert.allowance({ ...readAccounts({ tokenAddress, userAddress }), signal }),
  )

  registerEndpoint(app, getConvertGasPrice, ({ query: { chainId } }) => convert.gasPrice({ chainId }))

  registerEndpoint(app, buildConvertTransaction, ({ body }, { signal }) => {
    const { from, to, userAddress, eip155, disableEstimate = false, quoteId, minimumAmount } = body
    const permit = eip155?.permit
    return convert.build({
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

  registerEndpoint(app, buildConvertApprove, ({ query: { userAddress, from, to, amount } }, { signal }) =>
    convert.approve({ ...readAccounts({ from, to, userAddress }), amount: toAmount(amount), signal }),
  )
}
