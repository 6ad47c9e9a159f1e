import { toAddressWord } from '../chains/eip155/abiWords.ts'

/** An event of a contract. */
export type SwapLog = { address: string; topics: readonly string[]; data: string }

// Topics of ERC-20 and ERC-721 (Transfer, Approval, ApprovalForAll) and ERC-1155 (TransferSingle, TransferBatch). The tests compare them
// with viem's.
const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
} as const

/**
 * Finds side effects of a simulated swap: a transfer of another token of the account through an old allowance, or a new approval.
 *
 * @returns a description; undefined without side effects
 */
export function readAside({
  logs,
  account,
  spender,
  from,
  to,
}: {
  logs: readonly SwapLog[]
  account: string
  /** The spender of the source token. */
  spender: string | undefined
  /** Undefined for the native token. Transfers of these two are measured by their balances. */
  from: string | undefined
  to: string | undefined
}): string | undefined {
  const owner = `0x${toAddressWord(account)}`
  const isSide = (address: string) => [from, to].some((side) => side?.toLowerCase() === address)
  for (const { address: written, topics: words, data } of logs) {
    const address = written.toLowerCase()
    const [topic, first, second] = words.map((word) => word.toLowerCase())
    if (topic === topics.transfer && first === owner && !isSide(address)) return 'It takes another token'
    if ((topic === topics.transferSingle || topic === topics.transferBatch) && second === owner)
      return 'It takes another token'
    if ((topic !== topics.approval && topic !== topics.approvalForAll) || first !== owner) continue
    const isSpender = spender !== undefined && second === `0x${toAddressWord(spender)}`
    // Some tokens emit the remaining allowance when it is used.
    const isKnown = topic === topics.approval && address === from?.toLowerCase() && isSpender
    // An approval without data concerns a single NFT.
    const isTakenBack = /^0x0+$/.test(data)
    if (!isKnown && !isTakenBack) return 'It approves a token for another address'
  }
  return undefined
}
