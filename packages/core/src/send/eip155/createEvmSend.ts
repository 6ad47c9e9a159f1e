import { formatUnits, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Subject } from '../../account/readSubject.ts'
import { assertTransfer } from '../../chains/eip155/buildTransfer.ts'
import { RpcError } from '../../http/createGatewayClient.ts'
import { readIsToken } from '../noteReceiver.ts'
import type { SendFamily, SendFamilyParameters } from '../SendFamily.ts'
import type { SendSpeed } from '../SendFeature.ts'
import { checkForm, readToken } from './checkForm.ts'
import { prepareSend, readMax } from './prepareSend.ts'
import { readGasPrices } from './readGasPrices.ts'
import { readTransferGas } from './readTransferGas.ts'

/** Creates the payments of EVM networks. Each is one call that the wallet signs and sends. */
export function createEvmSend({
  connection,
  balances,
  transactions,
  client,
  gatewayOf,
}: SendFamilyParameters): SendFamily {
  const paysCost = () => {
    const state = connection.getState()
    return state.status !== 'connected' || state.account.type !== 'smartAccount'
  }
  const readPrice = (subject: Subject, speed: SendSpeed) => async () => {
    const chainId = subject.network.caipNetworkId
    return (await readGasPrices({ client, gateway: gatewayOf(chainId), chainId }))[speed]
  }

  return {
    prepare: async ({ form, subject }) => {
      const gateway = gatewayOf(subject.network.caipNetworkId)
      const nativeRow = balances.getState().data?.find((row) => row.address === undefined)
      const price = readPrice(subject, form.speed)
      const result = await prepareSend({ form, subject, gateway, nativeRow, paysCost: paysCost(), readPrice: price })
      if ('issues' in result) return result
      const { preview } = result
      const isToken = await readIsToken({ gateway, address: preview.receiver })
      return { preview: isToken ? { ...preview, receiverNotice: { type: 'token-contract' } } : preview }
    },
    max: async ({ form, subject }) => {
      const { network } = subject
      const token = form.token && form.token.chainId === network.caipNetworkId ? readToken(form.token) : undefined
      if (!token) throw new ServiceError('token_missing')
      const probe = checkForm({ form: { ...form, sendTokenAmount: '1' }, network })
      const receiver = 'checked' in probe ? probe.checked.receiver : undefined
      const gateway = gatewayOf(network.caipNetworkId)
      const price = readPrice(subject, form.speed)
      return readMax({ token, receiver, subject, gateway, paysCost: paysCost(), readPrice: price }).catch(
        (cause: unknown) => {
          throw cause instanceof RpcError
            ? new ServiceError('estimate_gas_failed', { cause, details: cause.message })
            : cause
        },
      )
    },
    speeds: async ({ form, subject }) => {
      const { caipNetworkId: chainId, nativeCurrency } = subject.network
      const gateway = gatewayOf(chainId)
      const [prices, { gas, isMost }] = await Promise.all([
        readGasPrices({ client, gateway, chainId }),
        readTransferGas({ gateway, form, subject }),
      ])
      const toPrice = (gasPrice: bigint) => ({
        gasPrice,
        costText: gas === undefined ? undefined : formatUnits(gas * gasPrice, nativeCurrency.decimals),
        isMost,
      })
      return { standard: toPrice(prices.standard), fast: toPrice(prices.fast), instant: toPrice(prices.instant) }
    },
    submit: async ({ preview, ...options }) => {
      const { chainId, from, amount, receiver, token, transaction } = preview
      if (transaction.namespace !== 'eip155') throw new LatchkeyError('send_failed')
      const { namespace: _, ...rest } = transaction
      const call = { ...rest, to: transaction.to as `0x${string}` }
      return transactions.submit({
        ...{ chainId, from, call, ...options },
        check: () =>
          assertTransfer({
            call,
            transfer: { token: readToken(token)?.tokenAddress, receiver: receiver as `0x${string}`, amount },
          }),
      })
    },
  }
}
