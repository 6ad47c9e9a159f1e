import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { numberToHex } from 'viem/utils'
import type { Rpc } from '../anvil/rpc.ts'
import type { DevnetAccount } from '../Devnet.ts'
import type { Signer } from '../world/accounts.ts'

/** A transaction to put into the next block. */
export type Call = {
  from: DevnetAccount
  /** Left out: a contract is made. */
  to?: Address
  data?: Hex
  value?: bigint
  gas?: bigint
  /** It is meant to be refused by the chain, as a sample of a failed transaction. */
  fails?: boolean
}

/** A chain whose blocks are made one by one. */
export type ManualChain = {
  id: number
  rpc: Rpc
  /** Signs a transaction and leaves it waiting. */
  send: (call: Call) => Promise<void>
  /** Mines all pending transactions, and checks that each had its expected result. */
  mine: (options: { at: number }) => Promise<void>
}

/** Gas that fits into one block beside others. */
const blockGas = 28_000_000n
/** The price that all pay at most; the base fee starts at 1 gwei and falls in blocks as empty as these. */
const maxFeePerGas = 40_000_000_000n
const maxPriorityFeePerGas = 1_000_000_000n

type Receipt = { status: Hex; transactionHash: Hex }

/**
 * Drives a node that was started with manual mining.
 *
 * @param genesis Time of its first block, seconds since 1970.
 */
export function createManualChain({ id, rpc, genesis }: { id: number; rpc: Rpc; genesis: number }): ManualChain {
  const signers = new Map<Address, { signer: Signer; nonce: number }>()
  let waiting = new Map<string, Call>()
  let waitingGas = 0n
  let lastTime = genesis

  function signerOf(account: DevnetAccount) {
    const known = signers.get(account.address)
    if (known) return known
    const fresh = { signer: privateKeyToAccount(account.privateKey), nonce: 0 }
    signers.set(account.address, fresh)
    return fresh
  }

  async function mine({ at }: { at: number }) {
    lastTime = Math.max(at, lastTime + 1)
    await rpc('evm_mine', [numberToHex(lastTime)])
    const receipts = await rpc<Receipt[]>('eth_getBlockReceipts', ['latest'])
    const mined = waiting
    waiting = new Map()
    waitingGas = 0n
    if (receipts.length !== mined.size) throw new Error(`${receipts.length} of ${mined.size} transactions were mined`)
    for (const { transactionHash, status } of receipts) {
      const call = mined.get(transactionHash)
      if (!call || (status === '0x1') === (call.fails ?? false)) {
        throw new Error(`transaction ${transactionHash} of ${call?.from.name} to ${call?.to} has status ${status}`)
      }
    }
  }

  return {
    id,
    rpc,
    mine,
    async send(call) {
      const gas = call.gas ?? 300_000n
      if (waitingGas + gas > blockGas) await mine({ at: lastTime + 1 })
      const sender = signerOf(call.from)
      const raw = await sender.signer.signTransaction({
        type: 'eip1559',
        chainId: id,
        nonce: sender.nonce,
        gas,
        maxFeePerGas,
        maxPriorityFeePerGas,
        value: call.value ?? 0n,
        ...(call.to ? { to: call.to } : {}),
        ...(call.data ? { data: call.data } : {}),
      })
      const hash = await rpc<string>('eth_sendRawTransaction', [raw])
      sender.nonce += 1
      waiting.set(hash, call)
      waitingGas += gas
    },
  }
}
