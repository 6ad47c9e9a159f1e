import type { EvmAddress } from '@latchkey/protocol'
import type { OperationType } from '@latchkey/protocol/api'
import { zeroAddress } from '../chains/decodeLog.ts'
import { type TransferKind, transferKind } from '../chains/transferKind.ts'

/** Data of a transaction that determines its type. */
export type Operation = {
  sender: EvmAddress
  receiver: EvmAddress | null
  /** Contract that the transaction created. */
  created: EvmAddress | null
  selector: string | null
  transfers: readonly {
    kind: TransferKind
    token: EvmAddress
    sender: EvmAddress
    receiver: EvmAddress
    amount: bigint
  }[]
}

const approvals = new Set([
  '0x095ea7b3', // approve(address,uint256)
  '0xa22cb465', // setApprovalForAll(address,bool)
  '0x39509351', // increaseAllowance(address,uint256)
  '0xa457c2d7', // decreaseAllowance(address,uint256)
  '0x87517c45', // Permit2 approve(address,address,uint160,uint48)
])
const deposits = new Set([
  '0xd0e30db0', // deposit()
  '0xb6b55f25', // deposit(uint256)
  '0x6e553f65', // ERC-4626 deposit(uint256,address)
  '0x617ba037', // supply(address,uint256,address,uint16)
])
const withdrawals = new Set([
  '0x2e1a7d4d', // withdraw(uint256)
  '0x69328dec', // withdraw(address,uint256,address)
  '0xb460af94', // ERC-4626 withdraw(uint256,address,address)
  '0xba087652', // ERC-4626 redeem(uint256,address,address)
])
const dead: EvmAddress = '0x000000000000000000000000000000000000dead'

/**
 * Returns the type of a transaction for an account: from the called function if it is known, else from the incoming and
 * outgoing transfers.
 */
export function operationType(account: EvmAddress, operation: Operation): OperationType {
  const { sender, receiver, created, selector } = operation
  const own = sender === account
  if (own && (receiver === null || created !== null)) return 'deploy'
  const moved = operation.transfers.filter(({ kind }) => kind !== transferKind.approval)
  if (own && selector !== null && moved.length === 0 && approvals.has(selector)) return 'approve'
  const outgoing = moved.filter((transfer) => transfer.sender === account)
  const incoming = moved.filter((transfer) => transfer.receiver === account && transfer.sender !== account)
  if (own && selector !== null && deposits.has(selector) && outgoing.length > 0) return 'deposit'
  if (own && selector !== null && withdrawals.has(selector) && incoming.length > 0) return 'withdraw'
  const tokensOut = new Set(outgoing.map(({ token }) => token))
  const isExchange = outgoing.length > 0 && incoming.some(({ token }) => !tokensOut.has(token))
  const isMint = incoming.length > 0 && incoming.every((transfer) => transfer.sender === zeroAddress)
  // A payment for a new NFT is a mint; a payment for tokens is a trade.
  if (isMint && (outgoing.length === 0 || incoming.some(({ kind }) => isNft(kind)))) return 'mint'
  if (isExchange) return 'trade'
  const isBurn = outgoing.length > 0 && outgoing.every((transfer) => isNowhere(transfer.receiver))
  if (isBurn && incoming.length === 0) return 'burn'
  if (outgoing.length > 0 && incoming.length === 0) {
    // Native tokens in a call are a payment to a contract, not a transfer.
    const onlyNative = outgoing.every(({ kind }) => kind === transferKind.native)
    return onlyNative && selector !== null ? 'execute' : 'send'
  }
  if (incoming.length > 0 && outgoing.length === 0) return 'receive'
  return own && moved.length > 0 && selector === null ? 'send' : 'execute'
}

function isNft(kind: TransferKind): boolean {
  return kind === transferKind.erc721 || kind === transferKind.erc1155
}

function isNowhere(address: EvmAddress): boolean {
  return address === zeroAddress || address === dead
}
