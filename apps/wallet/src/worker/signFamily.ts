import type { FamilyPayload } from '@latchkey/clear-signing'
import { bitcoinNetworks, type ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { type BitcoinNetwork, type Bytes, deriveBitcoinKeys, deriveSolanaKey, wipe } from '@latchkey/vault'
import type { FamilySigned } from '../families/FamilySigned.ts'
import type { RunSigners } from './SignerCalls.ts'

const bitcoinKinds: Partial<Record<ChainId, BitcoinNetwork>> = {
  [bitcoinNetworks.mainnet]: 'mainnet',
  [bitcoinNetworks.testnet]: 'testnet',
  [bitcoinNetworks.testnet4]: 'testnet',
  [bitcoinNetworks.signet]: 'testnet',
  [bitcoinNetworks.regtest]: 'regtest',
}

/**
 * Derives the keys of an account outside of EVM, and lets the family's signer sign with them. Bitcoin's test networks have other keys,
 * so that signatures from there are worthless on the main network.
 *
 * @throws LatchkeyError `account_changed` for an address that is not derived from the seed, `unsupported_chain`, the signer's refusal
 */
export async function signFamily({
  payload,
  chainId,
  seed,
  signers,
}: {
  payload: FamilyPayload
  chainId: ChainId
  seed: Bytes
  signers: RunSigners
}): Promise<FamilySigned> {
  if (payload.kind === 'solanaMessage' || payload.kind === 'solanaTransactions') {
    const { address, privateKey } = deriveSolanaKey({ seed })
    try {
      if (!chainId.startsWith('solana:')) throw new ServiceError('unsupported_chain')
      if (address !== payload.account) throw new ServiceError('account_changed')
      return await signers.solana((calls) => calls.sign({ payload, privateKey }))
    } finally {
      wipe(privateKey)
    }
  }
  const network = bitcoinKinds[chainId]
  if (!network) throw new ServiceError('unsupported_chain')
  const own = Object.values(deriveBitcoinKeys({ seed, network }))
  try {
    const wanted = payload.kind === 'bitcoinPsbt' ? payload.inputs.map(({ address }) => address) : [payload.account]
    if (!wanted.every((address) => own.some((key) => key.address === address)))
      throw new ServiceError('account_changed')
    // Only the required keys.
    const keys = own.filter(({ address }) => wanted.includes(address))
    return await signers.bitcoin((calls) =>
      calls.sign({ payload, chainId, keys: keys.map(({ address, privateKey }) => ({ address, privateKey })) }),
    )
  } finally {
    wipe(...own.map(({ privateKey }) => privateKey))
  }
}
