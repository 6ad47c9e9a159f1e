import { formatUnits, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isAddress, priorityFeeOf } from '@latchkey/solana'
import type { Subject } from '../../account/readSubject.ts'
import { createSolanaNode, type SolanaNode } from '../../chains/solana/createSolanaNode.ts'
import type { SendFamily, SendFamilyParameters } from '../SendFamily.ts'
import type { SendForm } from '../SendFeature.ts'
import { readSolanaToken } from './checkSolanaForm.ts'
import { nativeUnits, prepareSolanaSend, signatureFee } from './prepareSolanaSend.ts'
import { readPriorityPrices } from './readPriorityPrices.ts'
import { readSenderSide } from './readTokenSide.ts'
import { sendSolanaTransfer, signSolanaTransfer } from './signSolanaTransfer.ts'

/** Approximate compute units of a token payment. The preview has the exact number. */
const tokenUnits = 15_000

/**
 * Creates the payments of Solana: SOL, and tokens of SPL Token and Token-2022. The wallet signs, the kit reads the signed transaction back
 * and submits it. Wallets that cannot only sign are asked to send.
 */
export function createSolanaSend({ connection, balances, transactions, gatewayOf }: SendFamilyParameters): SendFamily {
  const nodeOf = (chainId: Subject['network']['caipNetworkId']) => createSolanaNode({ gateway: gatewayOf(chainId) })
  const pricesOf = ({ node, form, subject }: { node: SolanaNode; form: SendForm; subject: Subject }) => {
    const receiver = form.receiverAddress.trim()
    return readPriorityPrices({ node, accounts: [subject.address, ...(isAddress(receiver) ? [receiver] : [])] })
  }
  const tokenOf = (form: SendForm, subject: Subject) =>
    form.token?.chainId === subject.network.caipNetworkId ? readSolanaToken(form.token) : undefined

  return {
    prepare: ({ form, subject }) => {
      const nativeRow = balances.getState().data?.find((row) => row.address === undefined)
      return prepareSolanaSend({ form, subject, node: nodeOf(subject.network.caipNetworkId), nativeRow })
    },
    max: async ({ form, subject }) => {
      const token = tokenOf(form, subject)
      if (!token) throw new ServiceError('token_missing')
      const node = nodeOf(subject.network.caipNetworkId)
      const { address: owner } = subject
      const { mint, decimals } = token
      if (mint !== undefined) {
        const { sources } = await readSenderSide({ node, owner, mint, decimals })
        // A payment comes from one account.
        return formatUnits(sources[0]?.amount ?? 0n, decimals)
      }
      const [[account], minimum, prices] = await Promise.all([
        node.accounts([owner]),
        node.rentOf(0),
        pricesOf({ node, form, subject }),
      ])
      const fee = signatureFee + priorityFeeOf({ unitLimit: nativeUnits, unitPrice: prices[form.speed] })
      // Reserves 1.5 times the network cost, and the minimum balance of the account.
      const rest = (account?.lamports ?? 0n) - minimum - (fee * 3n) / 2n
      return formatUnits(rest > 0n ? rest : 0n, decimals)
    },
    speeds: async ({ form, subject }) => {
      const node = nodeOf(subject.network.caipNetworkId)
      const prices = await pricesOf({ node, form, subject })
      const token = tokenOf(form, subject)
      const unitLimit = token?.mint === undefined ? nativeUnits : tokenUnits
      const toPrice = (gasPrice: bigint) => ({
        gasPrice,
        costText: formatUnits(
          signatureFee + priorityFeeOf({ unitLimit, unitPrice: gasPrice }),
          subject.network.nativeCurrency.decimals,
        ),
      })
      return { standard: toPrice(prices.standard), fast: toPrice(prices.fast), instant: toPrice(prices.instant) }
    },
    submit: async ({ preview, ...options }) => {
      const { chainId, from, networkCostText } = preview
      const node = nodeOf(chainId)
      const providerNow = () => {
        const provider = connection.getProvider('solana')
        if (!provider) throw new LatchkeyError('wallet_disconnected')
        return provider
      }
      const payment = { chainId, from, ...options }
      const outcome = await transactions.submitSigned({
        ...payment,
        payment: { networkCostText },
        sign: () => signSolanaTransfer({ node, provider: providerNow(), preview }),
      })
      const cannotSign = outcome.type === 'failed' && outcome.failure.code === 'wallet_lacks_method'
      if (!cannotSign) return outcome
      return transactions.submitSigned({
        ...payment,
        payment: { networkCostText: undefined },
        isSentByWallet: true,
        sign: () => sendSolanaTransfer({ node, provider: providerNow(), preview }),
      })
    },
  }
}
