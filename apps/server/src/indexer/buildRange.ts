import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { createTopicReader, decodeLog, type PlacedPoolEvent, type PoolEvent, zeroAddress } from '../chains/decodeLog.ts'
import type { Hex, RpcReceipt, RpcTransaction } from '../chains/rpcTypes.ts'
import { type TransferKind, transferKind } from '../chains/transferKind.ts'
import { airdropReceivers } from '../tokens/spamRules.ts'
import type { FetchedBlock } from './fetchRange.ts'
import { type IncludedOperation, readOperations } from './readOperations.ts'

/** A row of `transfers`, without the chain. */
export type TransferRow = {
  kind: TransferKind
  block: number
  txIndex: number
  position: number
  token: EvmAddress
  sender: EvmAddress
  receiver: EvmAddress
  amount: bigint
  tokenId: bigint | null
}

/** A row of `transactions`, without the chain. */
export type TransactionRow = {
  block: number
  txIndex: number
  time: number
  nonce: number
  gasUsed: number | null
  status: boolean
  hash: Hex
  sender: EvmAddress
  receiver: EvmAddress | null
  created: EvmAddress | null
  selector: Hex | null
  value: bigint
  fee: bigint | null
}

/** A row of `user_operations`, without the chain. */
export type OperationRow = Pick<IncludedOperation, 'success' | 'sender' | 'receiver' | 'selector' | 'value' | 'fee'> & {
  block: number
  txIndex: number
  position: number
  firstTransfer: number
  endTransfer: number
}

/** The content of a range of blocks, as rows. */
export type RangeRows = {
  from: number
  to: number
  blocks: readonly { number: number; hash: Hex; parentHash: Hex; time: number }[]
  transactions: readonly TransactionRow[]
  transfers: readonly TransferRow[]
  operations: readonly OperationRow[]
  /** Balance changes by token, then by account. 0 means an unknown change. */
  deltas: ReadonlyMap<EvmAddress, ReadonlyMap<EvmAddress, bigint>>
  /** Token contracts with the kind of their first transfer. */
  tokens: ReadonlyMap<EvmAddress, TransferKind>
  /** Tokens that were minted or burned. */
  supplies: ReadonlySet<EvmAddress>
  /** Tokens with an airdrop: one sender and many receivers in one transaction. */
  airdrops: ReadonlySet<EvmAddress>
  poolEvents: readonly PlacedPoolEvent[]
  /** Accounts with new activity. */
  histories: ReadonlySet<EvmAddress>
}

/** Turns fetched blocks into rows. */
export type RangeBuilder = {
  /** Adds the next blocks. */
  add: (fetched: readonly FetchedBlock[]) => void
  /** Number of transfers that were not taken yet. */
  size: () => number
  /** Returns everything that was added since the last call; undefined if there is nothing. */
  take: () => RangeRows | undefined
}

/**
 * Creates a builder of rows. Blocks that are added during a database write are taken together afterwards. This saves
 * transactions, and each balance is written once.
 */
export function createRangeBuilder({ weth }: { weth: EvmAddress | undefined }): RangeBuilder {
  const topicAddress = createTopicReader()
  let open = createOpenRange({ weth, topicAddress })
  return {
    add: (fetched) => open.add(fetched),
    size: () => open.rows.transfers.length,
    take: () => {
      const { rows } = open
      if (rows.blocks.length === 0) return undefined
      open = createOpenRange({ weth, topicAddress })
      return { ...rows, from: rows.blocks[0]?.number ?? 0, to: rows.blocks.at(-1)?.number ?? 0 }
    },
  }
}

function createOpenRange({
  weth,
  topicAddress,
}: {
  weth: EvmAddress | undefined
  topicAddress: ReturnType<typeof createTopicReader>
}) {
  const blocks: RangeRows['blocks'][number][] = []
  const transactions: TransactionRow[] = []
  const transfers: TransferRow[] = []
  const operations: OperationRow[] = []
  const poolEvents: PlacedPoolEvent[] = []
  const deltas = new Map<EvmAddress, Map<EvmAddress, bigint>>()
  const tokens = new Map<EvmAddress, TransferKind>()
  const supplies = new Set<EvmAddress>()
  const airdrops = new Set<EvmAddress>()
  const histories = new Set<EvmAddress>()

  const change = (token: EvmAddress, account: EvmAddress, by: bigint) => {
    let accounts = deltas.get(token)
    if (!accounts) {
      accounts = new Map()
      deltas.set(token, accounts)
    }
    accounts.set(account, (accounts.get(account) ?? 0n) + by)
  }
  const move = (token: EvmAddress, sender: EvmAddress, receiver: EvmAddress, amount: bigint) => {
    if (sender !== zeroAddress) change(token, sender, -amount)
    if (receiver !== zeroAddress) change(token, receiver, amount)
  }

  // State of the current transaction, outside of the closure so that one sink serves all logs.
  let block = 0
  let txIndex = 0
  let position = 0
  /** The acting account: the transaction's sender, or the account of the current operation. */
  let sender: EvmAddress = zeroAddress
  let called: EvmAddress | null = null
  let running: IncludedOperation | undefined
  let time = 0
  let logIndex = 0
  let hash: Hex = '0x'

  const push = (
    kind: TransferKind,
    token: EvmAddress,
    from: EvmAddress,
    to: EvmAddress,
    amount: bigint,
    tokenId: bigint | null,
  ) => {
    transfers.push({ kind, block, txIndex, position: position++, token, sender: from, receiver: to, amount, tokenId })
    if (from !== zeroAddress) histories.add(from)
    if (to !== zeroAddress && kind !== transferKind.approval) histories.add(to)
  }

  const sink = {
    transfer: (
      kind: TransferKind,
      token: EvmAddress,
      from: EvmAddress,
      to: EvmAddress,
      amount: bigint,
      tokenId: bigint | null,
    ) => {
      if (kind === transferKind.approval) {
        // Many tokens repeat the remaining allowance at every `transferFrom`. Keep only approvals that the owner requested.
        const isAsked = running ? running.calls.some(({ to: target }) => target === token) : token === called
        if (from === sender && isAsked) push(kind, token, from, to, amount, tokenId)
        return
      }
      if (!tokens.has(token)) tokens.set(token, kind)
      if (kind === transferKind.erc20) {
        // Anyone can make a zero transfer for any account. Such rows only plant look-alike addresses in a history.
        if (amount === 0n && from !== sender) return
        move(token, from, to, amount)
        if (from === zeroAddress || to === zeroAddress) supplies.add(token)
      }
      push(kind, token, from, to, amount, tokenId)
    },
    pool: (event: PoolEvent) => {
      poolEvents.push({ event, block, time, txIndex, logIndex, maker: sender, hash })
    },
  }

  /** Adds the native transfers in an operation's call data. Only a trace proves that they arrived. */
  const declare = ({ sender: account, success, calls }: IncludedOperation) => {
    if (!success) return
    for (const { to, value } of calls) {
      if (value === 0n) continue
      const token: EvmAddress = nativeEvmAddress
      const parties = { token, sender: account, receiver: to, amount: value, tokenId: null }
      transfers.push({ kind: transferKind.declared, block, txIndex, position: position++, ...parties })
      // The balance is read from the chain.
      change(nativeEvmAddress, to, 0n)
    }
  }

  /** Reads the logs in order. Each belongs to the account whose operation wrote it. */
  const addLogs = ({ logs }: RpcReceipt, bundler: EvmAddress, included: readonly IncludedOperation[]) => {
    let next = 0
    let firstTransfer = position
    for (const [index, log] of logs.entries()) {
      const due = included[next]
      if (due && !running && index >= due.firstLog) {
        running = due
        sender = due.sender
        firstTransfer = position
      }
      logIndex = Number(log.logIndex)
      decodeLog(log, sink, weth, topicAddress)
      if (!running || index < running.endLog) continue
      const { success, receiver, selector, value, fee } = running
      const what = { success, sender, receiver, selector, value, fee }
      operations.push({ block, txIndex, position: next, firstTransfer, endTransfer: position, ...what })
      histories.add(sender)
      change(nativeEvmAddress, sender, 0n)
      next += 1
      running = undefined
      sender = bundler
    }
  }

  const add = (fetched: readonly FetchedBlock[]) => {
    for (const { number, time: mined, block: rpcBlock, receipts, traces } of fetched) {
      block = number
      time = mined
      blocks.push({ number, time, hash: rpcBlock.hash, parentHash: rpcBlock.parentHash })
      const { miner } = rpcBlock
      if (miner && miner !== zeroAddress) change(nativeEvmAddress, lower(miner), 0n)
      for (const { address } of rpcBlock.withdrawals ?? []) change(nativeEvmAddress, lower(address), 0n)
      for (txIndex = 0; txIndex < receipts.length; txIndex++) {
        const transaction = rpcBlock.transactions[txIndex]
        const receipt = receipts[txIndex]
        if (!transaction || !receipt) continue
        const row = toTransactionRow({ transaction, receipt, block, txIndex, time })
        transactions.push(row)
        position = 0
        sender = row.sender
        called = row.receiver
        hash = row.hash
        histories.add(sender)
        change(nativeEvmAddress, sender, -(row.fee ?? 0n))
        if (!row.status) continue
        const native = row.receiver ?? row.created
        if (row.value > 0n && native) {
          push(transferKind.native, nativeEvmAddress, sender, native, row.value, null)
          move(nativeEvmAddress, sender, native, row.value)
        }
        for (const internal of traces?.get(txIndex) ?? []) {
          push(transferKind.internal, nativeEvmAddress, internal.sender, internal.receiver, internal.amount, null)
          move(nativeEvmAddress, internal.sender, internal.receiver, internal.amount)
        }
        const included = readOperations(transaction, receipt)
        if (!traces) for (const operation of included) declare(operation)
        const first = transfers.length
        addLogs(receipt, row.sender, included)
        if (transfers.length - first >= airdropReceivers) findAirdrops(transfers, first, airdrops)
      }
    }
  }

  const rows = {
    blocks,
    transactions,
    transfers,
    operations,
    deltas,
    tokens,
    supplies,
    airdrops,
    poolEvents,
    histories,
  }
  return { add, rows }
}

function toTransactionRow({
  transaction,
  receipt,
  block,
  txIndex,
  time,
}: {
  transaction: RpcTransaction
  receipt: RpcReceipt
  block: number
  txIndex: number
  time: number
}): TransactionRow {
  const { gasUsed, effectiveGasPrice, contractAddress, status } = receipt
  return {
    block,
    txIndex,
    time,
    nonce: Number(transaction.nonce),
    gasUsed: gasUsed === undefined ? null : Number(gasUsed),
    // Before Byzantium, receipts had no status. Such transactions count as successful.
    status: status === undefined || status === null || Number(status) === 1,
    hash: transaction.hash,
    sender: lower(transaction.from),
    receiver: transaction.to ? lower(transaction.to) : null,
    created: !transaction.to && contractAddress ? lower(contractAddress) : null,
    selector: transaction.to && transaction.input.length >= 10 ? (transaction.input.slice(0, 10) as Hex) : null,
    value: BigInt(transaction.value),
    fee: gasUsed && effectiveGasPrice ? BigInt(gasUsed) * BigInt(effectiveGasPrice) : null,
  }
}

/** Finds the tokens that one sender sent to many receivers in the transaction whose transfers start at `first`. */
function findAirdrops(transfers: readonly TransferRow[], first: number, airdrops: Set<EvmAddress>): void {
  const tokens = new Map<EvmAddress, Map<EvmAddress, Set<EvmAddress>>>()
  for (let index = first; index < transfers.length; index++) {
    const transfer = transfers[index]
    if (!transfer || transfer.kind === transferKind.approval || airdrops.has(transfer.token)) continue
    const senders = tokens.get(transfer.token) ?? new Map<EvmAddress, Set<EvmAddress>>()
    tokens.set(transfer.token, senders)
    const receivers = senders.get(transfer.sender)
    if (!receivers) senders.set(transfer.sender, new Set([transfer.receiver]))
    else if (receivers.add(transfer.receiver).size >= airdropReceivers) airdrops.add(transfer.token)
  }
}

function lower(address: string): EvmAddress {
  return address.toLowerCase() as EvmAddress
}
