import { keccak256 } from 'viem/utils'
import type { GasOffer } from '../../chains/node/gasMarket.ts'
import type { StoredPayout } from '../store/payoutStore.ts'
import type { SignedTransaction } from '../store/transactionStore.ts'
import type { EvmScope } from './EvmScope.ts'
import { toCall } from './toCall.ts'

/**
 * Signs the transaction of a payout with a nonce. Without a payout, signs an empty one that only uses up the nonce. Submits
 * nothing.
 */
export async function signNumber(
  { signer, number }: Pick<EvmScope, 'signer' | 'number'>,
  {
    payout,
    nonce,
    gas,
    offer,
    isLegacy,
  }: { payout: StoredPayout | undefined; nonce: number; gas: bigint; offer: GasOffer; isLegacy: boolean },
): Promise<SignedTransaction> {
  const call = payout ? toCall(payout) : { to: signer.address, value: 0n, data: '0x' as const }
  const base = { ...call, chainId: number, nonce, gas }
  const raw = await (isLegacy
    ? signer.signTransaction({ ...base, type: 'legacy', gasPrice: offer.maxFeePerGas })
    : signer.signTransaction({ ...base, ...offer, type: 'eip1559' }))
  return { hash: keccak256(raw), raw, nonce, ...offer, gasLimit: Number(gas) }
}
