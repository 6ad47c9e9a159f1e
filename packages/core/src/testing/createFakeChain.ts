/** A transaction of the chain's only account. */
export type FakeTransaction = { hash: `0x${string}`; nonce: number; to: string; value: bigint; gasPrice: bigint }

type Block = { hash: string; transactions: readonly FakeTransaction[] }
type Call = { id?: unknown; method: string; params: readonly unknown[] }

/** Creates a chain in memory that a test mines, forks and prunes. It has one account, whose transactions wait by nonce. */
export function createFakeChain({ account }: { account: string }) {
  let blocks: Block[] = [{ hash: toHash(1), transactions: [] }]
  let hashes = 1
  const pool = new Map<number, FakeTransaction>()
  /** All submitted transactions. */
  const sent: FakeTransaction[] = []

  const mined = (upTo = blocks.length - 1) => blocks.slice(0, upTo + 1).flatMap(({ transactions }) => transactions)
  const count = (upTo?: number) => mined(upTo).length
  const toRpc = ({ hash, nonce, to, value, gasPrice }: FakeTransaction) => ({
    ...{ hash, to, from: account, input: '0x' },
    ...{ nonce: toHex(nonce), value: toHex(value), gasPrice: toHex(gasPrice) },
  })
  const send = (transaction: Omit<FakeTransaction, 'hash' | 'nonce'> & { nonce?: number | undefined }): string => {
    let { nonce } = transaction
    if (nonce === undefined) for (nonce = count(); pool.has(nonce); ) nonce++
    if (nonce < count()) throw Object.assign(new Error('nonce too low'), { code: -32000 })
    const waiting = pool.get(nonce)
    if (waiting && transaction.gasPrice * 10n < waiting.gasPrice * 11n)
      throw Object.assign(new Error('replacement transaction underpriced'), { code: -32000 })
    const next = { ...transaction, nonce, hash: toHash(++hashes) }
    pool.set(nonce, next)
    sent.push(next)
    return next.hash
  }
  const mine = () => {
    const transactions: FakeTransaction[] = []
    for (let nonce = count(); ; nonce++) {
      const next = pool.get(nonce)
      if (!next) break
      pool.delete(nonce)
      transactions.push(next)
    }
    blocks = [...blocks, { hash: toHash(++hashes), transactions }]
  }

  const answer = ({ method, params }: Call): unknown => {
    const [first, second] = params
    const height = (tag: unknown) => (tag === 'latest' || tag === 'pending' ? blocks.length - 1 : Number(tag))
    switch (method) {
      case 'eth_blockNumber':
        return toHex(blocks.length - 1)
      case 'eth_gasPrice':
        return toHex(100)
      case 'eth_estimateGas':
        return toHex(21_000)
      case 'eth_getTransactionCount':
        return toHex(count(height(second)))
      case 'eth_getTransactionByHash': {
        const found = [...pool.values(), ...mined()].find(({ hash }) => hash === first)
        return found ? toRpc(found) : null
      }
      case 'eth_getTransactionReceipt': {
        const number = blocks.findIndex(({ transactions }) => transactions.some(({ hash }) => hash === first))
        return number < 0 ? null : { status: '0x1', blockNumber: toHex(number), blockHash: blocks[number]?.hash }
      }
      case 'eth_getBlockByNumber': {
        const block = blocks[height(first)]
        return block
          ? { number: toHex(height(first)), hash: block.hash, transactions: block.transactions.map(toRpc) }
          : null
      }
    }
    throw new Error(`The chain does not know ${method}`)
  }

  return {
    sent,
    mined,
    send,
    mine,
    /** Reorganizes blocks. Their transactions wait again, or are dropped. */
    reorg: ({ depth, forgets }: { depth: number; forgets: boolean }) => {
      const kept = Math.max(1, blocks.length - depth)
      const lost = blocks.slice(kept).flatMap(({ transactions }) => transactions)
      blocks = blocks.slice(0, kept)
      if (!forgets) for (const one of lost) if (!pool.has(one.nonce)) pool.set(one.nonce, one)
      // Another, longer chain replaces this one.
      for (let number = 0; number <= depth; number++) blocks = [...blocks, { hash: toHash(++hashes), transactions: [] }]
    },
    /** Answers like the Latchkey server. */
    fetch: async (address: string, init: RequestInit | undefined): Promise<Response> => {
      if (new URL(address).pathname !== '/v1') return Response.json({ data: [], next: null })
      const body = JSON.parse(String(init?.body)) as Call | Call[]
      const settle = (call: Call) => ({ id: call.id, result: answer(call) })
      return Response.json(Array.isArray(body) ? body.map(settle) : settle(body))
    },
  }
}

function toHex(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

function toHash(number: number): `0x${string}` {
  return `0x${number.toString(16).padStart(64, '0')}`
}
