import { readAddress as readBitcoinAddress } from '@latchkey/bitcoin'
import { type ChainId, isEvmAddress, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isAddress as isSolanaAddress } from '@latchkey/solana'
import { isAddress as isEvmChecksum } from 'viem'

/** Checks the receiver of a payment. A wrong checksum means a mistyped address. @throws LatchkeyError `malformed_address` */
export function checkAddress({ chainId }: { chainId: ChainId }, address: string): void {
  const isWritten = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/.test(address) || isEvmChecksum(address, { strict: true })
  const isOf: Record<string, () => boolean> = {
    eip155: () => isEvmAddress(address) && isWritten && !/^0x0{40}$/.test(address),
    solana: () => isSolanaAddress(address),
    bip122: () => readBitcoinAddress({ text: address, chainId }) !== undefined,
  }
  if (isOf[parseChainId(chainId).namespace]?.()) return
  throw new ServiceError('malformed_address', {
    field: 'destinationWallets',
    message: 'The address does not belong to the network of the token',
  })
}
